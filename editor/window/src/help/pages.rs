//! The help pages about the window.
//!
//! A command id in braces is shown as the command with its current keys; a name in double brackets links to another
//! page.

use crate::shell::view::Pane;

/// A help page about a part of the window or a task.
pub struct PageText {
    /// Its stable name.
    pub name: &'static str,
    /// Its title: capitalised, without a final stop.
    pub title: &'static str,
    /// Its paragraphs, separated by blank lines.
    pub text: &'static str,
}

/// Returns the name of the page about a pane.
pub fn of(pane: &Pane) -> &'static str {
    match pane {
        Pane::Tree => "pack",
        Pane::Inspector => "inspector",
        Pane::Problems => "problems",
        Pane::Tests => "tests",
        Pane::Source => "source",
        Pane::History => "history",
        Pane::Changes => "changes",
        Pane::Search => "search",
        Pane::Catalog(_) => "tables",
        Pane::Map(_) => "maps",
        Pane::Scenario(_) => "scenarios",
        Pane::Figures(_) => "figures",
        Pane::Play => "play",
        Pane::Balance => "balance",
        Pane::Tools => "tools",
        Pane::Help => "help",
    }
}

/// Returns the page with a name.
pub fn page(name: &str) -> Option<&'static PageText> {
    PAGES.iter().find(|page| page.name == name)
}

/// All pages, in reading order for newcomers.
pub static PAGES: &[PageText] = &[
    PageText {
        name: "packs",
        title: "Packs",
        text: "\
A pack is a folder of text files: figures, items, maps, scenarios and whatever else belongs to its ruleset. The window shows and changes these files, and nothing else; you may edit them with other programs at the same time.

{file.new} makes a pack from a template, {file.open} opens one. A sample can be looked at from the first page, and is only in memory until you save it.

Everything you do can be undone with {edit.undo}, also after saving. {edit.find-anything} finds any record or command by a few letters of its name.",
    },
    PageText {
        name: "pack",
        title: "The pack tree",
        text: "\
All files and all records of the pack, by catalog. A click selects a record for the whole window: its form is in the inspector, its row in the table, its hexes on the map.

With the tree focused, arrows walk and open or close, Enter opens a record in its own pane. The field above it keeps only what fits; {edit.find} goes there.

A dot marks what has unsaved changes, a sign what has a problem. Files can be made, renamed and deleted here, and {edit.move} takes a record to another file.",
    },
    PageText {
        name: "inspector",
        title: "The inspector",
        text: "\
The form of the selected record. Weak words are inherited or the default; typing writes them here, and the arrow behind a value takes it back to what it was without.

Every value says what may stand there when the pointer is on its name; {help.here} on a value opens its whole description. Problems stand below the value that has them, with buttons that mend them.

At the end is the list of everything that uses this record. {edit.rename} gives it another name everywhere, and shows each line first.",
    },
    PageText {
        name: "tables",
        title: "Tables",
        text: "\
All records of a catalog, one in each row. A click on a heading sorts by it, another turns the order round, a third gives the order of the files back. The columns can be chosen.

Enter writes in the cell under the cursor. With several rows selected, by Ctrl or Shift with a click or an arrow, what is written in one is written in all. {edit.copy} and {edit.paste} go to spreadsheets and back; a paste that does not fit changes nothing and says why.

{edit.duplicate} copies a record, {edit.delete} deletes it and asks first where it is used.",
    },
    PageText {
        name: "packs-on-packs",
        title: "Packs on packs",
        text: "\
A pack that requires others, by `requires` in its head, has their records beside its own: in lists, in pickers, on maps, in battles. They are looked for in the folder the pack lies in, then where `--packs` says; the Arena comes with the program.

Records of other packs are not changed from here. {edit.override} adds a record with the same id that begins as the other one; from then on it counts wherever that was meant, also in the other pack's own scenarios. Deleted, it gives its place back.",
    },
    PageText {
        name: "source",
        title: "The source",
        text: "\
The text that the selected record is written in, or a whole file. It is the same text as in the form: both change while you type in one of them, also while the text cannot be read.",
    },
    PageText {
        name: "problems",
        title: "Problems",
        text: "\
What the checks say about the pack, the worst first, as you type. A click goes to the place. Buttons mend a problem; {edit.fix} takes the first. The code at the right end opens the page of the check here.

What is meant to be so can be allowed: Allow… asks for the reason and writes a comment with it above the value, `# foeman: allow CODE -- reason`. The problem is told no more, here or anywhere else; a comment that allows nothing any longer is told. What keeps a pack from being read cannot be allowed.

Notes that come in numbers are folded into one line. `foeman check` says the same on the command line.",
    },
    PageText {
        name: "tests",
        title: "Tests",
        text: "\
The checks of the catalog `checks`: battles that must go as they are written, and claims about the share of many battles in which something holds. {play.test} plays all of them on the pack as it stands, saved or not, {play.test-selected} the selected one; the window goes on meanwhile.

A claim is true, false or undecided, with errors of the rates that it declares. Of a battle that goes another way, the first command that differs stands below it; a click goes there. What was played before the last changes says so.

`foeman test` says the same on the command line, and `foeman play --format check` writes a battle down as a check.",
    },
    PageText {
        name: "names",
        title: "Names",
        text: "\
A record has a title, which people read, and an id, by which others name it. {edit.rename} changes both, follows every reference in all files and shows what it will write before it does. {edit.usages} lists who uses a record.

What is used is not deleted silently: you may delete it with all that names it, or put another record in its place.",
    },
    PageText {
        name: "maps",
        title: "Maps",
        text: "\
The tools stand above the map: {map.select}, {map.paint}, {map.line}, {map.rectangle}, {map.hexagon}, {map.fill}, {map.pick}, {map.area} and {map.measure}. Behind them is what is painted: terrain, levels or zones; {map.layer} goes from one to the next. {map.larger} and {map.smaller} change the brush.

{map.symmetry} paints all parts of a symmetric map at once. An area that is selected can be copied, turned with {map.turn}, mirrored with {map.mirror} and put down elsewhere, or kept under *Stamps* to be put down again on any map.

A click with Ctrl on further terrains strews all of them by chance, each as often as its share says. *Trace* lays a picture over the map to be drawn after; it does not become part of the pack.

The wheel zooms, Space or the right button and dragging pans. By keyboard, arrows go from hex to hex, which says what it is, and Enter does what a click would. {map.geometry} changes size and kind of the grid and keeps what is on it; {map.generate} lets chance make terrain, {map.replace} puts one terrain in the place of another.

A map is written as rows of letters, or as a fill with areas painted on it, which may be as large as 10,000 by 10,000 cells; {map.as-areas} and {map.as-rows} turn one into the other. On areas a stroke adds a few lines to the list, and a rectangle or a fill of any size is painted at once, with one terrain and without symmetry.

{map.overlay-next} asks the rules about the hexes: where a figure gets in a move and what it may do there, what it sees, its front, sides and back, where a side can attack, how far it is, and which hexes hold the ground together. It is about the selected hex, or the one under the pointer; choose in the bar who is meant, also any type of figure that is not on the map. {map.overlay-turn} turns it. A click on the legend folds it. {map.overlay-value} shows what the ground is worth instead: elevation, and each value of its terrains. {view.grid} draws the lines between hexes or leaves them out.",
    },
    PageText {
        name: "scenarios",
        title: "Scenarios",
        text: "\
The figures of a scenario where they begin. Drag them, or choose one and move it with the arrows; {map.turn-left} and {map.turn-right} turn it, {edit.delete} takes it off the map. What stands where nobody may stand is marked.

Sides, goals and house rules are in the form of the scenario. {play.open} plays it as it stands, saved or not.",
    },
    PageText {
        name: "figures",
        title: "Figures",
        text: "\
The figures of a roster as cards; {view.figures} shows them for the roster or the placed figure that is selected, and so does the button behind the names of a side in [[scenarios]].

The chosen figure is built beside them: minus and plus change its attributes, and below stands what follows from them and from its gear, each number with what it is made of. The numbers are those of a battle against somebody who stands before the figure and does nothing.

A thing is of use where it says ready. What can be added is listed with what it does; what a check objects to is grey, and the check says why. It can still be written in the form, if you mean it.",
    },
    PageText {
        name: "play",
        title: "Test-play",
        text: "\
A battle with the content as it is now, saved or not. {play.step} goes on by one decision, {play.round} by a round, {play.to-the-end} to the end; {play.back-a-step} takes the last one back. The same content, seed and choices give the same battle.

A side is played by a person or by one of the computer players, chosen below the map. What may be chosen is listed with its chance.

A line of the log with a sum opens it: what counts, how much, by which rule, and how likely the roll was. The number of the rule opens it here. The log is filtered by words and by whoever is chosen, and copied as text or action codes.

The timeline leads to any place of the battle: drag, or use the arrows, Page Up and Page Down, Home and End. {play.bookmark} keeps a place with a name; {play.copy-address} makes a line of text that leads there again with the same content. Under Until… stands what the battle can be let go on to, beside it how quickly.

Nothing that was rolled is lost by going another way: both are branches, which can be named, compared side by side and removed. {play.choose-otherwise} changes one decision and plays the rest with the same dice. {play.danger} colours where a figure may go by how likely it would be hit there.",
    },
    PageText {
        name: "balance",
        title: "The balance lab",
        text: "\
Many battles on all cores while you go on working, with the content as it is when they begin, saved or not. {play.balance} shows it, {play.balance-run} plays what is asked above. Once the pack has been changed since, it says how many edits ago that was.

Who wins says how often each side wins, how even that is, what ended the battles and how long they are. Before and after plays each seed with the saved version and with your edits, and says what they do to a side; an edit that nothing in the battle comes near to is told as no effect seen. A sweep plays one number after the other: select one in a form and choose {play.vary}. The matrix sets figures against each other, in both places.

While battles are played the intervals are wider: they hold whenever one looks. At the end of a number settled beforehand they are those of that number. What is cancelled tells of the battles before the first that was not played.

Each result leads to a battle: the sign beside a line, a point of a curve or a cell of the matrix shows one in [[play]]. Results are saved as the command line writes them, and who wins how often becomes one of the pack's [[tests]] with one button.",
    },
    PageText {
        name: "tools",
        title: "Tools",
        text: "What the ruleset of the pack brings along besides playing it. A tool asks for one thing after the other and offers what fits; its answer changes as you type.",
    },
    PageText {
        name: "search",
        title: "Search",
        text: "Where a text stands in all files of the pack. {edit.search} goes here; a click goes to the place. For a record by its name, {edit.find-anything} is quicker.",
    },
    PageText {
        name: "history",
        title: "The history",
        text: "Every step since the pack was opened. A click goes there, back or forward. A stroke of the brush and a spell of typing are one step each. {edit.undo} and {edit.redo} go step by step.",
    },
    PageText {
        name: "changes",
        title: "Changes",
        text: "What differs from the files on disk, line by line. A file can be made what it was.",
    },
    PageText {
        name: "saving",
        title: "Saving, and what else is safe",
        text: "\
{file.save} writes all files that changed, or none of them; the version before is kept in the pack under `.foeman/backup`. A file that may not be written is told with what to do. A save that was cut short, because the program was killed, is a problem of the pack until you save again, which finishes it.

What is not saved is noted in the profile within two seconds. When the window dies, the next one offers it.

When another program changes a file, its changes are joined with yours where they lie apart; where both meet you are asked.",
    },
    PageText {
        name: "keys",
        title: "By keyboard",
        text: "\
Tab goes from one thing to the next, Shift+Tab back, Enter or Space does what is focused, Escape leaves. Arrows walk in lists, tables and maps. {view.next-tab} and {view.previous-tab} walk through tabs.

{help.shortcuts} lists all keys. Each can be changed there: choose the keys of a command and press others. {edit.find-command} finds a command without its keys.",
    },
    PageText {
        name: "help",
        title: "This help",
        text: "\
{help.here} explains what has the focus, or else what the pointer is on: a value of a form, or a part of the window. Numbers such as F7.1 are rules of the ruleset, as the log and the sums name them; they lead to their text. Codes of problems lead to their checks.

The field above looks in everything: pages, rules, values and checks. {help.tour} shows the window once more from the beginning.",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_used_once_and_every_page_has_words() {
        let names: BTreeSet<&str> = PAGES.iter().map(|page| page.name).collect();
        assert_eq!(names.len(), PAGES.len());
        assert!(PAGES.iter().all(|page| page.text.len() > 60 && !page.title.ends_with('.')));
    }
}
