//! The checks that all rulesets share, one file each.

use crate::catalogs::board::Map;
use crate::catalogs::checks::{AnyCheck, CATALOG};
use crate::catalogs::standards::Standard;
use crate::catalogs::zones::Zone;
use crate::check::Check;
use crate::dialect::{Dialect, Record as _, RecordView};
use crate::draft::Draft;
use crate::finding::Finding;
use crate::source::lookalike;
use crate::standards;
use crate::survey::Survey;
use crate::text::{Pointer, RecordKey};
use crate::texts::ProblemKind;

/// Declares checks, one per line and sorted by name: creates the module of each check and a static with this name that
/// lists their `CHECK`s.
///
/// ```text
/// checks! {
///     /// All of them, sorted by name.
///     pub static CHECKS = [above_iq, acting_feature]
/// }
/// ```
#[macro_export]
macro_rules! checks {
    ($(#[$doc:meta])* $vis:vis static $all:ident = [$($check:ident),* $(,)?]) => {
        $(mod $check;)*

        $(#[$doc])*
        $vis static $all: &[&$crate::check::Check] = &[$(&$check::CHECK),*];
    };
}

pub(crate) use required_pack_errors::told as told_of_required_packs;

checks! {
    /// The checks that all rulesets share, sorted by name.
    pub static COMMON = [
        allow_form,
        bare_value,
        blank_title,
        careless_claim,
        command_title,
        command_word,
        covered_area,
        declared_field,
        duplicate_id,
        duplicate_key,
        empty_range,
        empty_zone,
        extends_cycle,
        field_conflict,
        file_name,
        fuzzy_translation,
        hidden_character,
        idle_border,
        idle_exclude,
        idle_expectation,
        image_file,
        invalid_id,
        invalid_notation,
        invalid_value,
        legend_twice,
        license_form,
        limits,
        long_translation,
        map_areas,
        map_geometry,
        map_ground,
        map_rows,
        merge_conflict,
        missing_field,
        missing_translation,
        near_title,
        obsolete_translation,
        old_format,
        pack_conflict,
        pack_header,
        repeated_cell,
        repeated_translation,
        replaced_record,
        required_pack,
        required_pack_errors,
        same_as_inherited,
        same_title,
        scripted_claim,
        skipped_file,
        standard_field,
        terrain_colors,
        too_few_battles,
        translation_file,
        translation_placeholder,
        unfinished_save,
        unknown_catalog,
        unknown_check,
        unknown_key,
        unknown_reference,
        unmet_standard,
        unused_allow,
        unused_legend_key,
        wrong_catalog,
        wrong_type,
        yaml_syntax,
        zone_off_map,
    ]
}

pub(crate) use allow_form::CHECK as ALLOW_FORM;
pub(crate) use merge_conflict::CHECK as MERGE_CONFLICT;
pub(crate) use unused_allow::CHECK as UNUSED_ALLOW;

/// An example pack: a duel, and a scripted check that plays one command.
macro_rules! duel_with {
    ($command:literal) => {
        concat!(
            r##"checks:
  first-blow:
    title: The first blow
    scenario: raid
    commands:
      - "##,
            $command,
            r##"
    expect:
      - {kind: rounds, to: 9}
scenarios:
  raid:
    title: Raid
    map: yard
    sides:
      - {side: raiders, place: {gorsk: {hex: [0, 0]}}}
      - {side: guards, place: {brana: {hex: [2, 0]}}}
maps:
  yard:
    title: Yard
    geometry: {size: [3, 1]}
    legend: {s: sand}
    rows: |
      sss
terrains:
  sand: {title: Sand, color: "#d9c08c"}
sides:
  raiders: {title: Raiders, color: "#b03a2e", roster: gang}
  guards: {title: Guards, color: "#2e6db0", roster: watch}
rosters:
  gang: {title: Gang, figures: {gorsk: {name: Gorsk, type: human, gear: [{item: long-sword, place: first-hand}]}}}
  watch: {title: Watch, figures: {brana: {name: Brana, type: human}}}
figures:
  human: {title: Human, kind: hero, attributes: {st: 12, dx: 11, iq: 9, ma: 10}}
items:
  long-sword: {title: Old Faithful, class: wpn, ready: 1hand, damage: -1H}
"##
        )
    };
}
use duel_with;

/// Returns whether a check with this name applies to the draft, standards of the pack included.
pub(crate) fn is_check(draft: &Draft, name: &str) -> bool {
    let is_standard = |id: &str| draft.contains(&RecordKey::new(Standard::CATALOG, id));
    fixed_names(draft).any(|known| known == name) || standards::id_of(name).is_some_and(is_standard)
}

/// Returns the names of the checks that apply to a draft, standards of the pack included.
pub(crate) fn names(draft: &Draft) -> impl Iterator<Item = &'static str> {
    fixed_names(draft).chain(draft.ids(Standard::CATALOG).map(standards::code))
}

fn fixed_names(draft: &Draft) -> impl Iterator<Item = &'static str> {
    let own = draft.dialect().map_or(&[][..], |dialect| dialect.checks);
    COMMON.iter().chain(own).map(|check| check.name)
}

/// Returns all checks that apply to packs of `dialect`, sorted by name.
pub fn checks_of(dialect: &Dialect) -> Vec<&'static Check> {
    let mut all: Vec<_> = COMMON.iter().chain(dialect.checks).copied().collect();
    all.sort_by_key(|check| check.name);
    all
}

/// Returns all checks that apply to a draft, sorted by name.
pub(crate) fn checks_for(draft: &Draft) -> Vec<&'static Check> {
    draft.dialect().map_or_else(|| COMMON.to_vec(), checks_of)
}

/// Returns the summary of the check or standard whose findings have this code; empty if it is unknown.
pub fn summary(draft: &Draft, code: &str) -> String {
    let checks = draft.dialect().map_or_else(Vec::new, checks_of);
    let check = checks.iter().find(|check| check.name == code).map(|check| check.summary.to_owned());
    check.or_else(|| standards::explain(draft, code).map(|standard| standard.title)).unwrap_or_default()
}

/// Returns the text of a value with look-alike characters replaced by ordinary ones, or `None` if it contains none.
fn plain_text(draft: &Draft, at: &Pointer) -> Option<String> {
    lookalike::plain(draft.find(at)?.node?.text()?)
}

/// Derives a title from an id: `spilt-ale` gives "Spilt ale".
fn title_of(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the valid records of the catalog of checks, which every ruleset has, with their pointers.
fn pack_checks(survey: &Survey<'_>) -> impl Iterator<Item = (Pointer, AnyCheck)> {
    survey.sound(CATALOG).filter_map(|(key, check)| Some((key.pointer(), AnyCheck::from_value(check).ok()?)))
}

/// Reports the problems of one kind in translations.
fn of_translations(check: &Check, survey: &Survey<'_>, kind: ProblemKind, findings: &mut Vec<Finding>) {
    findings.extend(survey.translations(kind).map(|problem| Finding {
        help: problem.help.clone(),
        related: problem.related.clone(),
        ..check.finding(problem.place, Pointer::root(), &*problem.message)
    }));
}

/// Returns the valid maps of all catalogs.
fn maps(survey: &Survey<'_>) -> Vec<(RecordKey, Map)> {
    let catalogs = survey.draft.dialect().into_iter().flat_map(|dialect| dialect.catalogs);
    let maps = catalogs.filter(|catalog| catalog.view == RecordView::Map);
    let maps = maps.flat_map(|catalog| survey.sound(catalog.name));
    maps.filter_map(|(key, map)| Some((key.clone(), Map::from_value(map).ok()?))).collect()
}

/// Returns the zones of valid maps, each with its map and pointer.
fn zones(survey: &Survey<'_>) -> Vec<(Map, Pointer, Zone)> {
    let zones = |(key, mut map): (RecordKey, Map)| {
        let at = key.pointer().child("zones");
        let zones = std::mem::take(&mut map.zones);
        // Callers need no cells, and copying them for each zone would be slow.
        let bare = Map { rows: String::new(), areas: Vec::new(), elevation: String::new(), ..map };
        zones.into_iter().map(move |(id, zone)| (bare.clone(), at.child(id), zone)).collect::<Vec<_>>()
    };
    maps(survey).into_iter().flat_map(zones).collect()
}
