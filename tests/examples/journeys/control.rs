//! Controls as a screen reader knows them, and how to name the wanted one.

use std::fmt;

use egui::{Pos2, Rect, Role};

/// A control or text of the window.
#[derive(Clone)]
pub(crate) struct Control {
    pub(crate) id: u64,
    pub(crate) role: Role,
    pub(crate) name: String,
    pub(crate) value: String,
    /// Its whole area, of which a part may be scrolled out of sight.
    pub(crate) rect: Rect,
    /// A point at which it can be clicked; `None` if it is scrolled away or covered.
    pub(crate) point: Option<Pos2>,
    /// The position of its layer, from the background to the foreground.
    pub(crate) depth: u8,
    pub(crate) is_disabled: bool,
    /// For switches and choices, whether it is on.
    pub(crate) is_on: Option<bool>,
    /// Whether it can be clicked or focused.
    pub(crate) acts: bool,
}

impl Control {
    /// Returns its text: its value if it is a label, or else its name.
    pub(crate) fn text(&self) -> &str {
        if self.name.is_empty() { &self.value } else { &self.name }
    }

    /// Whether text can be typed into it.
    pub(crate) fn is_field(&self) -> bool {
        matches!(self.role, Role::TextInput | Role::MultilineTextInput | Role::SpinButton)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} `{}`", self.role, self.name)?;
        if !self.value.is_empty() && self.value != self.name {
            write!(f, " = `{}`", self.value)?;
        }
        if self.is_disabled {
            f.write_str(" (disabled)")?;
        }
        if self.point.is_none() {
            f.write_str(" (out of sight)")?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum How {
    Is,
    Starts,
    Ends,
}

/// The description of a control.
#[derive(Clone)]
pub(crate) struct Wanted {
    name: String,
    how: How,
    role: Option<Role>,
}

/// The control with this name.
pub(crate) fn named(name: &str) -> Wanted {
    Wanted { name: name.to_owned(), how: How::Is, role: None }
}

/// The first control whose name starts like this.
pub(crate) fn starting(name: &str) -> Wanted {
    Wanted { how: How::Starts, ..named(name) }
}

/// The first control whose name ends like this.
pub(crate) fn ending(name: &str) -> Wanted {
    Wanted { how: How::Ends, ..named(name) }
}

impl Wanted {
    /// Restricts it to a role.
    pub(crate) fn of(self, role: Role) -> Self {
        Self { role: Some(role), ..self }
    }

    /// Whether a control fits the description.
    pub(crate) fn fits(&self, control: &Control) -> bool {
        let (name, wanted) = (control.name.trim(), self.name.as_str());
        let is_named = match self.how {
            How::Is => name == wanted,
            How::Starts => name.starts_with(wanted),
            How::Ends => name.ends_with(wanted),
        };
        is_named && self.role.is_none_or(|role| role == control.role) && (control.acts || control.is_field())
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = match self.how {
            How::Is => ("", ""),
            How::Starts => ("", "…"),
            How::Ends => ("…", ""),
        };
        write!(f, "`{before}{}{after}`", self.name)
    }
}
