//! A summary of the rules that the scenarios use, in the words of the ruleset's handbook.

use foeman_engine::handbook::{Handbook, Rule};

use crate::flow::{Flow, Strip, gap, heading, lines};
use crate::options::Options;
use crate::page::{FAINT, INK, Page, style};
use crate::subject::Subject;

/// Returns the rules in columns.
pub(crate) fn pages(subject: &Subject, options: &Options) -> Vec<Page> {
    let capabilities = subject.engine.capabilities();
    let Some(handbook) = capabilities.handbook else { return Vec::new() };
    let unused = unused(subject);
    let mut flow = Flow::new(options.paper.size(), 2, "rules", subject.title());
    flow.add(lines(flow.width(), style(3.0, FAINT), handbook.about));
    for (number, title, rules) in used(handbook, &unused) {
        let width = flow.width();
        let mut chapter = heading(width, &format!("{number} {title}"));
        chapter.bookmark = Some((1, format!("{number} {title}")));
        let mut head = vec![gap(2.0), chapter];
        for each in rules {
            head.extend(rule(width, each));
            // A heading stays with the first rule below it.
            flow.add(std::mem::take(&mut head));
        }
    }
    flow.finish().0
}

/// Returns the numbers of the rules that no scenario uses.
fn unused(subject: &Subject) -> Vec<&'static str> {
    let Some(unused) = subject.engine.capabilities().unused_rules else { return Vec::new() };
    let mut scenarios = subject.scenarios.iter().map(|scenario| unused(&scenario.resolved));
    let mut all = scenarios.next().unwrap_or_default();
    for unused in scenarios {
        all.retain(|number| unused.contains(number));
    }
    all
}

/// Returns the chapters with the rules that are not unused.
pub fn used<'h>(handbook: &'h Handbook, unused: &[&str]) -> Vec<(&'h str, &'h str, Vec<&'h Rule>)> {
    let chapters = handbook.chapters.iter().filter(|chapter| !unused.contains(&chapter.number));
    let rules = chapters.map(|chapter| {
        let rules = chapter.rules.iter().filter(|rule| !unused.contains(&rule.number));
        (chapter.number, chapter.title, rules.collect::<Vec<_>>())
    });
    rules.filter(|(.., rules)| !rules.is_empty()).collect()
}

fn rule(width: f32, rule: &Rule) -> Vec<Strip> {
    let mut strips = lines(width, style(2.9, INK).strong(), &format!("{} {}", rule.number, rule.title));
    strips.extend(lines(width, style(2.75, INK), &rule.text));
    strips.extend(lines(width, style(2.75, FAINT), &rule.filled));
    strips.push(gap(1.6));
    strips
}
