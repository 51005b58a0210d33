//! The fields that a path of a standard can lead through.

use crate::dialect::Dialect;
use crate::field::{Field, FieldKind};
use crate::notation::requirement::FieldPath;

/// Why a path leads nowhere.
#[derive(Debug)]
pub struct Unfit {
    /// The position of the unknown key in the path.
    pub step: usize,
    /// The keys that exist there; empty if the value has none.
    pub known: Vec<&'static str>,
}

/// Returns the field at the end of a path, or `None` for a part whose fields are not known.
///
/// # Errors
///
/// The first key that does not exist.
pub fn field_of(dialect: &'static Dialect, catalog: &str, path: &FieldPath) -> Result<Option<Field>, Unfit> {
    let Some(mut field) = Field::record(dialect, catalog) else { return Ok(None) };
    for (step, key) in path.steps().iter().enumerate() {
        if step > 0
            && let Some(target) = field.target()
        {
            let Some(record) = Field::record(dialect, target) else { return Ok(None) };
            field = record;
        }
        let is_list = matches!(field.shape(), FieldKind::List { .. });
        field = match field.child(key) {
            Some(below) if !is_list => below,
            _ if matches!(field.shape(), FieldKind::Any) => return Ok(None),
            _ => return Err(Unfit { step, known: field.fields().into_iter().map(Field::name).collect() }),
        };
    }
    Ok(Some(field))
}
