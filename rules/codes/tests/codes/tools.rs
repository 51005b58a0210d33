//! Ruleset tools, as front ends offer them without knowing the ruleset.

use foeman_engine::display::{Line, LineKind};
use foeman_engine::tool::{Offers, Tool, ToolError, Toolbox};
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;

fn toolbox() -> &'static Toolbox {
    SHIPPED.engine("action-codes").unwrap().capabilities().toolbox.unwrap()
}

fn tool(name: &str) -> &'static Tool {
    toolbox().tool(name).unwrap()
}

fn call_on(draft: &Draft, name: &str, words: &[&str]) -> Result<Vec<Line>, ToolError> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    tool(name).call(draft, &words)
}

fn call(name: &str, words: &[&str]) -> Vec<String> {
    let lines = call_on(&super::pack(), name, words).unwrap_or_else(|error| panic!("{}", error.message));
    lines.into_iter().map(|line| line.text).collect()
}

#[track_caller]
fn fails(name: &str, words: &[&str], argument: Option<usize>, message: &str) {
    let error = call_on(&super::pack(), name, words).unwrap_err();
    assert_eq!((error.argument, error.message.as_str()), (argument, message));
}

#[test]
fn explain_says_a_code_block_by_block() {
    assert_eq!(
        call("explain", &["C-H-001-09-001-0001-1"]),
        [
            "C-H-001-09-001-0001-1: combat, hand-to-hand, punch, score 9, standing, body, at the left head and shoulder",
            "C classifier: combat",
            "H action type: hand-to-hand",
            "001 action: punch",
            "09 score: 9",
            "001 position: standing",
            "0001 weapon: body",
            "1 location: at the left head and shoulder",
        ]
    );
}

#[test]
fn contest_shows_both_codes_and_the_sum() {
    let lines = call_on(&super::pack(), "contest", &["C-H-001-09-001-0001-1", "C-M-001-03-001-0001-0"]).unwrap();
    assert_eq!(lines[0].kind, LineKind::Event);
    let last = lines.last().unwrap();
    assert_eq!(last.text, "A's punch hits B: outcome 6, damage 6");
    assert_eq!(last.terms.iter().map(|term| term.value).sum::<i32>(), 6);
}

#[test]
fn contest_logs_an_error_for_a_mismatch_and_lets_both_actions_take_place() {
    let lines = call("contest", &["C-H-001-09-001-0001-1", "S-P-001-05-"]);
    assert_eq!(
        lines[2..],
        [
            "Error: C-H-001-09-001-0001-1 and S-P-001-05- have different classifiers, combat and social: \
             B is motionless, score 0; carouse takes place anyway",
            "A's punch hits B: outcome 9, damage 9",
            "B's carouse hits A: outcome 5, damage 5",
        ]
    );
}

#[test]
fn compose_takes_letters_or_words_and_gives_the_code() {
    let expected =
        "C-H-001-09-001-0001-1: combat, hand-to-hand, punch, score 9, standing, body, at the left head and shoulder";
    assert_eq!(call("compose", &["C", "H", "001", "9", "001", "0001", "1"])[0], expected);
    let words = ["Combat", "hand-to-hand", "punch", "9", "standing", "body", "left head and shoulder"];
    assert_eq!(call("compose", &words)[0], expected);
    assert_eq!(call("compose", &["S", "P", "carouse", "5"])[0], "S-P-001-05-: social, persuade, carouse, score 5");
    assert_eq!(call("compose", &["C", "H", "punch", "3", "-"])[0], "C-H-001-03-: combat, hand-to-hand, punch, score 3");
}

#[test]
fn compose_offers_for_each_block_what_fits_the_ones_before() {
    let (pack, compose) = (super::pack(), tool("compose"));
    let offers = |name: &str, given: &[&str]| {
        let given: Vec<String> = given.iter().map(|&word| word.to_owned()).collect();
        let argument = compose.arguments.iter().find(|argument| argument.name == name).unwrap();
        match (argument.offers)(&pack, &given) {
            Offers::OneOf(offers) => {
                offers.into_iter().map(|offer| format!("{} {}", offer.value, offer.text)).collect()
            }
            Offers::Text => vec!["text".to_owned()],
            Offers::Skip => Vec::new(),
        }
    };
    assert!(offers("book", &[]).is_empty(), "there is only one");
    assert_eq!(offers("classifier", &[""]), ["C combat", "S social", "R research"]);
    assert_eq!(offers("type", &["", "R"]), ["S study", "D dispute"]);
    assert_eq!(offers("action", &["", "R", "D"]), ["001 quote", "002 objection", "003 proof", "004 footnote"]);
    assert_eq!(offers("score", &["", "R", "D", "001"]), ["text"]);
    assert!(offers("position", &["", "R", "D", "001", "5"]).is_empty(), "only combat codes have positions");
    assert_eq!(offers("location", &["", "C", "H", "001", "5", "001", "0001"]).len(), 9);
}

#[test]
fn whatever_compose_offers_can_be_explained() {
    let (pack, compose) = (super::pack(), tool("compose"));
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut codes = 0;
    while let Some(given) = waiting.pop() {
        let Some(argument) = compose.arguments.get(given.len()) else {
            let lines = (compose.run)(&pack, &given).unwrap();
            let code = lines[0].text.split(": ").next().unwrap().to_owned();
            assert_eq!(tool("explain").call(&pack, &[code]).unwrap(), lines);
            codes += 1;
            continue;
        };
        let values = match (argument.offers)(&pack, &given) {
            Offers::OneOf(offers) => {
                assert!(!offers.is_empty(), "{} after {given:?}", argument.name);
                // Positions, weapons and locations are independent, so the first, the second and the last are enough.
                let few = if given.len() > 4 { vec![0, 1, offers.len() - 1] } else { (0..offers.len()).collect() };
                few.into_iter().map(|index| offers[index].value.clone()).collect()
            }
            Offers::Text => vec!["7".to_owned()],
            Offers::Skip => vec![String::new()],
        };
        waiting.extend(values.into_iter().map(|value| [given.clone(), vec![value]].concat()));
    }
    assert!(codes > 300, "{codes}");
}

#[test]
fn errors_say_which_argument_was_expected_to_be_what() {
    fails("explain", &[], Some(1), "expected the code, found nothing");
    fails("explain", &["C-H-01-09-"], Some(1), "`C-H-01-09-`: action at column 5: expected three digits, found `01`");
    fails(
        "explain",
        &["X-H-001-09-"],
        Some(1),
        "`X-H-001-09-`: classifier at column 1: expected a classifier such as `S` social, `R` research, `C` combat, \
         found `X`",
    );
    fails("contest", &["S-P-001-05-", "S-P-001-05-", "x"], None, "expected no more arguments, found `x`");
    fails("compose", &["war"], Some(1), "expected the classifier: `C` combat, `S` social, `R` research, found `war`");
    fails("compose", &["S", "P", "001", "100"], Some(4), "expected a score from 0 to 99, found `100`");
}

#[test]
fn a_pack_without_a_readable_book_says_so() {
    let empty = super::draft("");
    let error = call_on(&empty, "explain", &["S-P-001-05-"]).unwrap_err();
    assert_eq!(error.message, "expected a pack with a code book in `codes`, found none");
    let broken = super::draft("codes:\n  plain:\n    title: Plain\n    classifiers: [combat]\n");
    let error = call_on(&broken, "compose", &["C", "H", "001", "5"]).unwrap_err();
    assert_eq!(error.message, "/classifiers/combat: there is no `combat` in `classifiers`");
}

#[test]
fn a_pack_with_two_books_is_asked_for_one_of_them() {
    let body = "codes:\n  one: {title: One, classifiers: [social]}\n  two: {title: Two, classifiers: [combat]}\n\
                classifiers:\n  social: {title: Social, letter: S, types: [persuade]}\n  \
                combat: {title: Combat, letter: C, types: [persuade]}\n\
                types:\n  persuade:\n    title: Persuade\n    letter: P\n    actions:\n      \
                carouse: {title: Carouse, number: \"001\"}\n";
    let draft = super::draft(body);
    assert_eq!(
        call_on(&draft, "explain", &["two", "C-P-001-05-"]).unwrap()[0].text,
        "C-P-001-05-: combat, persuade, carouse, score 5"
    );
    assert_eq!(call_on(&draft, "explain", &["two", "S-P-001-05-"]).unwrap_err().argument, Some(1));
    let error = call_on(&draft, "explain", &["S-P-001-05-"]).unwrap_err();
    assert_eq!(error.message, "expected the book: `one` One, `two` Two, found `S-P-001-05-`");
}

#[test]
fn toolboxes_and_tools_have_names_of_their_own() {
    let boxes: Vec<_> = SHIPPED.engines().iter().filter_map(|engine| engine.capabilities().toolbox).collect();
    assert!(boxes.iter().any(|toolbox| toolbox.name == "codes"));
    for toolbox in boxes {
        let mut names: Vec<_> = toolbox.tools.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), toolbox.tools.len());
    }
}
