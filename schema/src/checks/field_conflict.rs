//! `field-conflict`: two packs declare a field differently.

use crate::check::{Check, Scope};
use crate::declaration::Declaration;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::Pointer;

use super::required_pack::entry_of;

pub(crate) static CHECK: Check = Check {
    name: "field-conflict",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "Two packs declare a field differently",
    doc: "\
The fields that a pack declares also apply to the packs that require it.
A pack need not declare them again; if it does, everything except `about` must be equal.
Two packs that use one name for different fields cannot be required together: rename the field in one of them.",
    bad: r##"requires:
  coasts: "*"
fields:
  terrains:
    tide: {kind: text}
terrains:
  dune: {title: Dune, color: "#d9c08d"}

# ../coasts/pack.yaml
fields:
  terrains:
    tide: {kind: integer, unit: feet}
terrains:
  sand: {title: Sand, color: "#d9c08c"}
"##,
    fix: &[("    tide: {kind: text", "    tide-table: {kind: text"), (r#"d9c08d""#, r#"d9c08d", tide-table: none"#)],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let draft = survey.draft;
    let mut known: Vec<(&str, String, Declaration, Option<&str>)> = Vec::new();
    for (pack, declared) in draft.declarations() {
        for (catalog, name, declaration) in declared {
            let Some(declaration) = declaration else { continue };
            let Some((.., other, whose)) = known.iter().find(|(of, its, ..)| *of == catalog && *its == name) else {
                known.push((catalog, name, declaration, pack.map(|pack| pack.id.as_str())));
                continue;
            };
            let Some(pack) = pack.filter(|_| !other.agrees_with(&declaration)) else { continue };
            let (here, there) = (other.kind.name(), declaration.kind.name());
            let means = |list: bool, kind: &str| if list { format!("a list of `{kind}`") } else { format!("`{kind}`") };
            let (here, there) = (means(other.list, here), means(declaration.list, there));
            let differ = if here == there { format!("{there} with other values") } else { there };
            let (place, pointer, message, help) = match whose {
                None => {
                    let pointer = Pointer::root().child("fields").child(catalog).child(&name);
                    let Some(place) = draft.key_place(&pointer) else { continue };
                    let message =
                        format!("`{}` declares `{name}` of `{catalog}` as {differ}, but this pack as {here}", pack.id);
                    (place, pointer, message, "rename it, or remove it to use the field of that pack".to_owned())
                }
                Some(whose) => {
                    let (place, pointer) = entry_of(survey, &pack.id);
                    let message =
                        format!("`{whose}` declares `{name}` of `{catalog}` as {here}, but `{}` as {differ}", pack.id);
                    (place, pointer, message, "rename the field in one of them".to_owned())
                }
            };
            findings.push(Finding { help: Some(help), ..check.finding(place, pointer, message) });
        }
    }
}
