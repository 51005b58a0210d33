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
        Pane::Overview => "packs",
        Pane::Catalog(_) => "tables",
        Pane::Map(_) | Pane::Layers => "maps",
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
A pack is a folder of text files with figures, items, maps, scenarios and other records of its ruleset. The window shows and edits these files, and nothing else. You can edit them with other programs at the same time.

{file.new} creates a pack from a template, {file.open} opens one. The start page also shows recent packs and samples; a sample is only in memory until you save it.

{edit.undo} undoes every change, even after saving. {edit.find-anything} finds any record or command by a few letters of its name.",
    },
    PageText {
        name: "workspaces",
        title: "Workspaces",
        text: "\
The window has four workspaces, which are switched at the top right: Edit for tables and forms ({view.edit-workspace}), Map ({view.map-workspace}), Play ({view.play-workspace}) and Balance ({view.balance-workspace}). A map, a battle or the lab opens in its own workspace; Escape goes back to the previous one. Each remembers its panes: drag tabs to move them, and use {view.reset-layout} to start over.

The status bar shows and hides the pack tree (left) and the inspector (right). Its counter of problems opens the drawer at the bottom, with Problems, Search, Changes, History and Tests. Help opens on the right. Closed drawers take no room.",
    },
    PageText {
        name: "pack",
        title: "The pack tree",
        text: "\
All files and records of the pack, by catalog. Click a record to select it in the whole window: its form in the inspector, its row in the table, its hexes on the map.

In the tree, arrow keys move, expand and collapse; Enter opens a record in its own pane. The field above filters the tree; {edit.find} goes there.

A dot marks unsaved changes, an icon marks problems. Files can be created, renamed and deleted here, and {edit.move} moves a record to another file.",
    },
    PageText {
        name: "inspector",
        title: "The inspector",
        text: "\
The form of the selected record, below its picture, its name and the values that summarise it. Default values are grey; inherited ones are grey and in italics. Edit them to write them in this record. The button at the right edge resets a value to the inherited or default one.

Fields are in groups. Fields that the record cannot use, such as the damage of a shield, are in More fields at the end until they are set. Long forms have a filter.

Lists read as one sentence per entry; click a sentence to edit it.

The sliders behind a short text, such as damage or a saving roll, opens its builder: choose the parts, and read the result in words and with the distribution of its dice. The text stays editable, and all changes while the builder is open are one undo step. {help.here} explains the letters.

Hover the name of a value to see what it accepts; {help.here} opens its full description. A mark in the left margin shows that a value has problems: hover it to read them, click it for the buttons that fix them.

At the end is a list of everything that uses this record. {edit.rename} renames it everywhere, and previews each changed line.",
    },
    PageText {
        name: "tables",
        title: "Tables",
        text: "\
All records of a catalog, one per row. Click a heading to sort by it, again to reverse the order, and a third time to return to the order of the files. You can choose the columns.

Type on a cell to replace its value, or press Enter to change its text. Enter then goes down, Tab to the right, and Esc cancels. {edit.delete} clears a value that may be empty; on a title it deletes the record.

The funnel in a heading filters the rows: by a text, by a comparison such as `>=3`, or by some of the values. A chip above the rows shows each filter; click it to see all rows again.

Select several rows with Ctrl or Shift and a click or an arrow key. The inspector then shows one form for all of them: fields that differ are mixed, and a change is written into all of them as one undo step. {edit.copy} and {edit.paste} exchange cells with spreadsheets; a paste that does not fit changes nothing and gives the reason.

{edit.duplicate} copies a record. Deleting a record asks first if it is used.",
    },
    PageText {
        name: "packs-on-packs",
        title: "Required packs",
        text: "\
If a pack requires others, with `requires` in its header, their records are available like its own: in lists, pickers, maps and battles. Required packs are searched in the folder that contains the pack, then in the folders given with `--packs`; the Arena is built in.

Records of other packs are read-only here. {edit.override} adds a record with the same id, which starts as a copy and replaces the original everywhere, even in the scenarios of the other pack. Delete it to restore the original.",
    },
    PageText {
        name: "source",
        title: "The source",
        text: "\
The text of the selected record, or of a whole file. It is the same text as in the form: an edit in one appears in the other, even while the text is invalid.",
    },
    PageText {
        name: "problems",
        title: "Problems",
        text: "\
The findings of the checks, worst first, updated as you type. The counter in the status bar shows and hides them. Click one to go to its place. Buttons fix a problem; {edit.fix} applies the first fix. The code on the right opens the help on the check.

To keep something that a check reports, choose Allow… and give a reason: it is written as a comment above the value, `# foeman: allow CODE -- reason`. The problem is then no longer reported, also on the command line; a comment without effect is reported. Problems that prevent reading the pack cannot be allowed.

Many notes of one check become one line. `foeman check` reports the same on the command line.",
    },
    PageText {
        name: "tests",
        title: "Tests",
        text: "\
The records of the catalog `checks`: scripted battles that must repeat exactly, and claims about the share of many battles with a result. {play.test} runs all of them on the current content, saved or not, {play.test-selected} the selected one. You can continue working meanwhile.

A claim is true, false or undecided, with the error rates that it declares. If a battle goes differently, the first command that differs is shown below it; click it to go there. Results from before the last changes are marked.

`foeman test` runs them on the command line, and `foeman play --format check` prints a battle as a check.",
    },
    PageText {
        name: "names",
        title: "Names",
        text: "\
A record has a title for people, and an id for references. {edit.rename} changes both, updates every reference in all files, and previews the changed lines. {edit.usages} lists the uses of a record.

Deleting a record that is used asks first: you can delete it with all references to it, or replace it with another record.",
    },
    PageText {
        name: "maps",
        title: "Maps",
        text: "\
The tools are on the left of the map: {map.select}, {map.paint}, {map.line}, {map.rectangle}, {map.hexagon}, {map.fill}, {map.pick}, {map.area} and {map.measure}. The row above the map has their options, starting with the layer to paint: terrain, levels or zones; {map.layer} switches to the next one. {map.larger} and {map.smaller} change the size of the brush. Options without room are under `…` at its end.

{view.layers} shows all layers, each with an eye to hide it and a lock to protect it. Below are the terrains of the pack, with a search and a star for favourites, and what is at the selected hex.

{map.symmetry} paints all parts of a symmetric map at once. You can copy a selected area, turn it with {map.turn}, mirror it with {map.mirror}, and place it elsewhere, or keep it under *Stamps* for use on any map.

Ctrl and a click add further terrains to the brush, which are then scattered at random according to their shares. *Trace* shows a picture over the map to draw from; it does not become part of the pack.

The wheel zooms; drag with Space or the right button to pan. On the keyboard, arrow keys go from hex to hex, which is read aloud by screen readers, and Enter acts like a click. {map.geometry} changes the size and shape of the grid and keeps the content. {map.generate} generates random terrain, {map.replace} replaces one terrain with another.

A map is stored as rows of letters, or as a fill terrain with areas, which may have up to 10,000 by 10,000 cells; {map.as-areas} and {map.as-rows} convert between them. With areas, a stroke adds a few lines to the list, and rectangles and fills of any size are possible, with one terrain and without symmetry.

{map.overlay-next} shows what the rules say about the hexes: where a figure can move and what it can do there, what it sees, its front, sides and rear, where a side can attack, distances, and choke points. It applies to the selected hex, or the one under the pointer. Choose the figure in the options row, or any type of figure that is not on the map; {map.overlay-turn} turns it. Click the legend to collapse it. {map.overlay-value} shows values of the ground instead: elevation, and each value of its terrains. {view.grid} shows or hides the lines between hexes.",
    },
    PageText {
        name: "scenarios",
        title: "Scenarios",
        text: "\
The figures of a scenario in their initial positions. *Figures* above the map lists them by side, with those to place and the goals; so does {view.layers}. Drag them, or select one and move it with the arrow keys; {map.turn-left} and {map.turn-right} turn it, {edit.delete} removes it from the map. Figures on hexes that they cannot occupy are marked.

Sides, goals and house rules are in the form of the scenario. {play.open} plays it in its current state, saved or not.",
    },
    PageText {
        name: "figures",
        title: "Figures",
        text: "\
The figures of a roster as cards, with the points of each and their total. A roster opens here from the pack tree; {view.figures} shows the figures of the selected roster, side or placed figure, and so does the button after the name of a side in [[scenarios]].

Add figure offers the kinds of figures. {edit.duplicate} copies the selected figure, {edit.delete} deletes it. Drag a card to another place, or press Alt with an arrow key; the arrow keys alone choose a figure. Compare with shows two figures side by side and marks what differs.

Next to the cards is the selected figure: minus and plus change its attributes; below are the values that follow from them and from its gear, each with its terms. They are the values of a battle against an opponent in front of the figure that does nothing.

An item has an effect if it is marked as ready. The list of additions describes each one; those that a check would report are grey, with the reason. You can still add them in the form.",
    },
    PageText {
        name: "play",
        title: "Test-play",
        text: "\
A battle with the current content, saved or not. {play.step} continues by one decision, {play.round} by a round, {play.to-the-end} to the end; {play.back-a-step} takes the last decision back. The same content, seed and choices give the same battle.

A side is played by a person or by a computer player; choose it in the tab Sides. Choices are listed with their chances. The map marks what the acting or selected figure can do: click a mark to move there; a mark with cross hairs is a target, with the chance and the average harm of the best attack. A strategy side also has its recruits, with prices: click its home. Badges at the end of the bar tell of changed content, the result, branches and bookmarks; click one for the details.

Click a line of the log with a sum to expand it: each term with its value and rule, and the chance of the roll. The number of a rule opens its help. The log can be filtered by words and by the selected figure, and copied as text or action codes.

The timeline leads to any point of the battle: click a cross for the fall of a figure, drag it, or use the arrow keys, Page Up and Page Down, Home and End. {play.bookmark} names a point; {play.copy-address} copies an address that leads there again with the same content. Until… lists events to play to; next to it is the speed.

Going back and choosing differently keeps both ways as branches, which can be named, compared side by side and deleted. {play.choose-otherwise} changes one decision and replays the rest with the same dice. {play.danger} colours the hexes that a figure can reach by its chance of being hit there. {play.curtain} is for two people at one window: the battle is hidden until the next one is there.",
    },
    PageText {
        name: "balance",
        title: "The balance lab",
        text: "\
Many battles on all cores, while you continue working. They use the content at their start, saved or not. {play.balance} opens the lab, {play.balance-run} plays the battles of the form above. After an edit, the result shows how many edits have been made since.

*Who wins* reports how often each side wins, how balanced the sides are, how the battles ended and how long they were. *Before and after* plays each seed with the saved version and with your edits, and reports the effect on a side; an edit that changes no battle is reported as no effect seen. *Sweep* tries one number after another: select one in a form and choose {play.vary}. *Matrix* lets figures fight each other, in both places.

While battles are played, the intervals are wider, so that they are valid at any time; at the end of a fixed number of battles, they are those of that number. A cancelled run reports the battles before the first one that was not played.

Each result leads to a battle: the icon next to a line, a point of a curve or a cell of the matrix shows one in [[play]]. Results can be saved in the formats of the command line, and the win rate can become one of the pack's [[tests]] with one button.",
    },
    PageText {
        name: "tools",
        title: "Tools",
        text: "Additional tools of the ruleset. A tool asks for its values one by one and offers suggestions; the answer is updated as you type.",
    },
    PageText {
        name: "search",
        title: "Search",
        text: "Finds a text in all files of the pack. {edit.search} goes here; click a result to go there. To find a record by name, {edit.find-anything} is faster.",
    },
    PageText {
        name: "history",
        title: "The history",
        text: "Every step since the pack was opened. Click one to go there, back or forward. A brush stroke and a run of typing are one step each. {edit.undo} and {edit.redo} go one step back and forward.",
    },
    PageText {
        name: "changes",
        title: "Changes",
        text: "The differences from the files on disk, line by line. You can revert a line or a file.",
    },
    PageText {
        name: "printing",
        title: "Printing",
        text: "\
{file.print} makes a PDF of the pack or of one scenario: map sheets at true scale, counters with their backs, sheets of scenarios and figures, the rules in use, and cards. The preview follows each choice; Page Up and Page Down turn its pages.

Print the file at 100 %, without fitting it to the page. The bar on each map sheet is then 100 mm long. If backs are not exactly behind their fronts, hold a sheet to the light, measure, and enter the distances.",
    },
    PageText {
        name: "saving",
        title: "Saving and recovery",
        text: "\
{file.save} writes all changed files, or none of them; the previous version is kept in the pack under `.foeman/backup`. If a file cannot be written, the message gives the remedy. A save that was interrupted, because the program was killed, is reported as a problem of the pack until the next save completes it.

Unsaved changes are recorded in the profile within two seconds. If the window crashes, the next one offers to recover them.

If another program changes a file, its changes are merged with yours; if both changed the same place, you are asked.",
    },
    PageText {
        name: "keys",
        title: "Keyboard",
        text: "\
Tab goes to the next control, Shift+Tab back; Enter or Space activates it, Escape leaves it. Arrow keys move in lists, tables and maps. {view.next-tab} and {view.previous-tab} switch tabs. {view.next-pane} and {view.previous-pane} move the focus between panes and drawers; Tab then goes to the controls of the pane.

{help.shortcuts} lists all keys. To change one, choose the keys of a command and press others. {edit.find-command} finds a command by name.",
    },
    PageText {
        name: "help",
        title: "This help",
        text: "\
{help.here} explains the focused control, otherwise the one under the pointer: a value of a form, or a part of the window. Numbers such as F7.1 in the log and in sums are rules of the ruleset; click them to read the text. Codes of problems lead to their checks.

The field above searches pages, rules, values and checks. {help.tour} repeats the tour of the window.",
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
