#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]
use foeman_rules::rulesets::{SHIPPED, foeman::Foeman};
use foeman_rules::{battle::*, dice::Seed, emit::Emit, player::*, ruleset::*};
use foeman_schema::{draft::Draft, resolve::resolve};
fn main() {
    let d = Draft::open(std::path::Path::new("content/arena"), &SHIPPED.dialects()).unwrap();
    let r = resolve(&d, "duel").unwrap();
    let mut b = Battle::<Foeman>::new(&r, Seed(7)).unwrap();
    for _ in 0..30 {
        match b.turn() {
            Turn::Over(_) => break,
            Turn::Auto => b.advance(),
            Turn::Ask { side, .. } => {
                let c = decide(&b, PlayerKind::Greedy.player::<Foeman>()).unwrap();
                println!("-- {} {}", b.entries().len(), Foeman::describe(b.content(), b.state(), &c));
                for l in b.legal() {
                    let mut s = b.state().clone();
                    let mut out = Emit::<Foeman>::new(b.content(), &mut s, Seed(1), 0);
                    Foeman::plan(b.content(), &l, &mut out);
                    drop(out);
                    println!(
                        "     {:6} {}",
                        Foeman::value(b.content(), &s, side),
                        Foeman::describe(b.content(), b.state(), &l)
                    );
                }
                b.issue(c).unwrap();
            }
        }
    }
}
