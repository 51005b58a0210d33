use foeman_schema::check::Check;
/// x
pub(super) static CHECKS: &[&Check] = &[];
