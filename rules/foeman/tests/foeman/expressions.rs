//! Amounts, bypass records, saving rolls and round spans: printing and parsing are inverse, and nothing panics.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use ruleset_foeman::DIALECT;
use ruleset_foeman::notation::bypass::{Defend, Physical, Spell, Stops};
use ruleset_foeman::notation::expression::{
    Attribute, Expression, Holder, LARGEST, MOST_DICE, Name, Situation, Whose, evaluate,
};
use ruleset_foeman::notation::{Amount, Bypass, Roll, Rounds, Saves, SavingRoll};

/// Any tree of moderate size.
fn tree() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        (0..=LARGEST).prop_map(Expression::Number),
        (1..=MOST_DICE).prop_map(Expression::Dice),
        (select(&Whose::ALL), select(&Attribute::ALL))
            .prop_map(|(whose, attribute)| Expression::Name(Name::Attribute(whose, attribute))),
        (select(&Holder::ALL), select(vec!["helpings", "hit-bonus", "a1-b2", "st2"]))
            .prop_map(|(holder, name)| Expression::Name(Name::Field(holder, name.to_owned()))),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone(), 0..5_u8);
        prop_oneof![
            inner.prop_map(|part| Expression::Negative(Box::new(part))),
            pair.prop_map(|(a, b, sign)| {
                let (a, b) = (Box::new(a), Box::new(b));
                match sign {
                    0 => Expression::Sum(a, b),
                    1 => Expression::Difference(a, b),
                    2 => Expression::Product(a, b),
                    4 if *b != Expression::Number(0) => Expression::Remainder(a, b),
                    // Division by a literal 0 is a parse error.
                    _ if *b == Expression::Number(0) => Expression::Quotient(a, Box::new(Expression::Number(1))),
                    _ => Expression::Quotient(a, b),
                }
            }),
        ]
    })
}

/// Attributes and dice with extreme values.
struct Extreme(i32);

impl Situation for Extreme {
    fn attribute(&mut self, _: Whose, _: Attribute) -> i32 {
        self.0
    }

    fn field(&mut self, _: Whose, _: &str) -> i32 {
        self.0
    }

    fn dice(&mut self, _: u8) -> i32 {
        self.0
    }
}

fn value(text: &str, own: i32) -> i32 {
    let amount = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    evaluate(&amount, &mut Extreme(own))
}

proptest! {
    #![proptest_config(Config { cases: 512, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_printed_reads_as_the_same_tree(expression in tree()) {
        let text = expression.to_string();
        prop_assert_eq!(text.parse::<Expression>(), Ok(expression), "{}", text);
    }

    #[test]
    fn evaluating_stops_at_the_limits_and_never_panics(
        expression in tree(),
        value in prop_oneof![Just(i32::MIN), Just(i32::MAX), Just(0), any::<i32>()],
    ) {
        let once = evaluate(&expression, &mut Extreme(value));
        prop_assert_eq!(evaluate(&expression, &mut Extreme(value)), once);
        if let Some(constant) = expression.constant() {
            prop_assert_eq!(constant, once);
        }
    }

    #[test]
    fn no_text_makes_a_notation_panic(text in "[0-9D+*/() a-z.:-]{0,40}|\\PC{0,20}") {
        for name in ["amount", "roll", "bypass", "rounds", "saving-roll"] {
            let notation = DIALECT.notation(name).expect("the ruleset lists it");
            if let Err(message) = (notation.check)(&text) {
                prop_assert!(message.starts_with("expected ") && message.contains("found "), "{}", message);
            }
        }
    }

    #[test]
    fn five_digits_are_a_bypass_record_or_refused_and_read_back(text in "[0-9]{5}") {
        if let Ok(bypass) = text.parse::<Bypass>() {
            prop_assert_eq!(bypass.to_string(), text);
        }
    }
}

#[test]
fn arithmetic_is_that_of_school_and_quotients_round_to_the_nearest() {
    for (text, expected) in [
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("10-4-3", 3),
        ("-own.st+20", 10),
        ("- -3", 3),
        ("+2", 2),
        ("own.st/4", 3),
        ("own.st/-4", -2),
        ("7/2", 4),
        ("-7/2", -3),
        ("12/4/3", 1),
        ("5/(own.st-10)", 0),
        ("2D-1", 9),
        ("9999*9999*9999", i32::MAX),
        ("-9999*9999*9999", i32::MIN),
        ("  1 +  1 ", 2),
    ] {
        assert_eq!(value(text, 10), expected, "{text}");
    }
}

#[test]
fn only_what_is_the_same_for_everybody_is_constant() {
    let constant = |text: &str| text.parse::<Expression>().unwrap().constant();
    assert_eq!(
        (constant("2-2"), constant("-3*2"), constant("0*own.st"), constant("1D-1D")),
        (Some(0), Some(-6), None, None)
    );
}

#[test]
fn a_hyphen_belongs_to_a_name_unless_a_number_or_another_name_follows() {
    let field = |holder: Holder, name: &str| Box::new(Expression::Name(Name::Field(holder, name.to_owned())));
    let own = Holder::Figure(Whose::Own);
    for (text, expected) in [
        ("this.hit-bonus", *field(Holder::This, "hit-bonus")),
        ("this.hit-2", Expression::Difference(field(Holder::This, "hit"), Box::new(Expression::Number(2)))),
        ("this.hit-own.bonus", Expression::Difference(field(Holder::This, "hit"), field(own, "bonus"))),
    ] {
        assert_eq!(text.parse::<Expression>(), Ok(expected), "{text}");
    }
    assert!("this.hit -bonus".parse::<Expression>().is_err());
}

#[test]
fn everything_else_is_refused_where_it_goes_wrong() {
    for (text, says) in [
        ("", "a number, dice as `2D`, or an attribute as `own.st` at column 1, found the end"),
        ("2D6", "`+`, `-`, `*`, `/`, `%` or the end at column 3, found `6`"),
        ("1D++2", "a number, dice as `2D`, or an attribute as `own.st` at column 4, found `+`"),
        ("d6", "an attribute as `own.st` or `target.iq` at column 1, found `d6`"),
        ("st", "an attribute as `own.st` or `target.iq` at column 1, found `st`"),
        ("own.St", "did you mean `own.st`, `own.dx` or `own.iq`?"),
        ("this.", "an attribute as `own.st` or `target.iq` at column 1, found `this.`"),
        ("this.Price", "at column 1, found `this.Price`"),
        ("my.price", "at column 1, found `my.price`"),
        ("(1+2", "`)` at column 5, found the end"),
        ("1/0", "a divisor other than 0 at column 3, found `0`"),
        ("012", "a number without leading zeros at column 1, found `012`"),
        ("100D", "a number of at most 99 at column 1, found `100D`"),
        ("99999999999999999999", "a number of at most 9999 at column 1"),
        ("1 + é", "at column 5, found `é`"),
        (&"(".repeat(400), "at most 32 parts, nested at most 16 deep"),
        (&"1+".repeat(400), "at most 32 parts"),
    ] {
        let error = text.parse::<Expression>().unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
    assert!("1D".parse::<Amount>().unwrap_err().contains("without dice"));
    assert_eq!("1D".parse::<Roll>().unwrap().to_string(), "1D");
}

#[test]
fn each_place_of_a_bypass_record_has_its_own_digits() {
    assert_eq!("99999".parse::<Bypass>(), Ok(Bypass::default()));
    let all = Bypass {
        defend: Defend::NoDefend,
        spell: Spell::Ignored(4),
        armour: Stops::OnlyMagical,
        shield: Stops::Nothing,
        physical: Physical::SavedByIq,
    };
    assert_eq!("24105".parse::<Bypass>(), Ok(all));
    for (text, says) in [
        ("9999", "five digits"),
        ("999999", "five digits"),
        ("09999", "for defend"),
        ("99499", "for armour"),
        ("99949", "for shield"),
        ("99998", "for physical"),
        ("9x999", "for spell"),
    ] {
        let error = text.parse::<Bypass>().unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn saving_rolls_and_rounds_read_what_they_print_and_nothing_else() {
    let halves = SavingRoll { dice: 4, attribute: Attribute::Iq, saves: Saves::Halves };
    assert_eq!("4D:iq halves".parse(), Ok(halves));
    assert_eq!(halves.to_string(), "4D:iq halves");
    assert_eq!("3D:st negates".parse::<SavingRoll>().unwrap().to_string(), "3D:st");
    for text in ["", "D:st", "0D:st", "10D:st", "3D:size", "3D:st  halves", "3D:st half", "3d:st"] {
        assert!(text.parse::<SavingRoll>().is_err(), "{text}");
    }
    for text in ["1", "9999", "spell", "encounter"] {
        assert_eq!(text.parse::<Rounds>().unwrap().to_string(), text);
    }
    for text in ["0", "10000", "-1", "+1", "01", "spells", "", "1.5"] {
        assert!(text.parse::<Rounds>().is_err(), "{text}");
    }
}
