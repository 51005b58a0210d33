//! Code actions for findings: single fixes, "fix all" for the safe ones, and comments that allow a finding.

use foeman_schema::analysis::Analysis;
use foeman_schema::finding::{Finding, Safety};
use foeman_schema::fix::{apply_fixes, prove};
use foeman_schema::suppress::{allow, may_be_allowed};
use foeman_schema::text::{FileId, Pointer};
use lsp_server::ErrorCode;
use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, Diagnostic, NumberOrString};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::client::Client;
use super::diagnostics::SOURCE;
use super::edits::workspace_edit;
use super::pool::{Answer, refusal};
use super::snapshot::Snapshot;

/// The code action kind that applies all safe fixes.
fn fix_all() -> String {
    format!("source.fixAll.{}", SOURCE)
}

/// The data of a code action that the client has not resolved yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chosen {
    /// The URI of a file in the pack.
    pub uri: String,
    /// The finding and how to handle it; `None` for all safe fixes.
    finding: Option<ChosenFinding>,
}

/// Identifies a finding, even if it has moved since.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ChosenFinding {
    code: String,
    at: Pointer,
    message: String,
    /// The index of the fix; `None` for the comment that allows the finding.
    fix: Option<usize>,
}

/// Returns the code actions for a range.
pub fn actions(snapshot: &Snapshot, file: FileId, params: &CodeActionParams, client: &Client) -> Answer {
    let wanted = |kind: &str| {
        let all = params.context.only.as_deref();
        all.is_none_or(|all| {
            all.iter().any(|only| kind == only.as_str() || kind.starts_with(&format!("{}.", only.as_str())))
        })
    };
    let analysis = snapshot.analysis();
    let uri = params.text_document.uri.as_str();
    let mut actions = Vec::new();
    if wanted(CodeActionKind::QUICKFIX.as_str()) {
        let text = snapshot.draft.text(file);
        let span = snapshot.lines(file).span(text, params.range, snapshot.encoding);
        let here = |finding: &&Finding| {
            let place = finding.place;
            place.file == file && place.span.start <= span.end && span.start <= place.span.end
        };
        for finding in analysis.findings().iter().filter(here) {
            about(snapshot, &analysis, finding, params, client, &mut actions);
        }
    }
    let safe = |finding: &Finding| finding.fixes.iter().any(|fix| fix.safety == Safety::Safe);
    if wanted(&fix_all()) && analysis.findings().iter().any(safe) {
        let chosen = Chosen { uri: uri.to_owned(), finding: None };
        let action = CodeAction {
            title: "Apply all safe fixes".to_owned(),
            kind: Some(CodeActionKind::from(fix_all())),
            ..CodeAction::default()
        };
        // Computing all fixes is slow. Skip it unless the client resolves actions lazily or asked for this kind.
        let asked = params.context.only.as_ref().is_some_and(|only| !only.is_empty());
        if client.resolves_actions || asked {
            actions.extend(offered(snapshot, &analysis, &action, &chosen, client));
        }
    }
    Ok(Value::Array(actions))
}

/// Adds the actions for one finding.
fn about(
    snapshot: &Snapshot,
    analysis: &Analysis,
    finding: &Finding,
    params: &CodeActionParams,
    client: &Client,
    actions: &mut Vec<Value>,
) {
    let shown = |diagnostic: &&Diagnostic| {
        let same = matches!(&diagnostic.code, Some(NumberOrString::String(code)) if code == finding.code);
        same && diagnostic.range == snapshot.range(finding.place.file, finding.place.span)
    };
    let diagnostics: Vec<Diagnostic> = params.context.diagnostics.iter().filter(shown).cloned().collect();
    let fixes = finding.fixes.iter().enumerate().map(|(number, fix)| {
        let mut letters = fix.title.chars();
        let title = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
        (title, Some(number), number == 0 && fix.safety == Safety::Safe)
    });
    // Offered last, because most findings should be fixed.
    let allowed = may_be_allowed(&snapshot.draft, finding);
    let allowed = allowed.then(|| (format!("Allow `{}` here, with a reason", finding.code), None, false));
    for (title, fix, preferred) in fixes.chain(allowed) {
        let chosen = Chosen {
            uri: params.text_document.uri.as_str().to_owned(),
            finding: Some(ChosenFinding {
                code: finding.code.to_owned(),
                at: finding.pointer.clone(),
                message: finding.message.clone(),
                fix,
            }),
        };
        let action = CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: (!diagnostics.is_empty()).then(|| diagnostics.clone()),
            is_preferred: Some(preferred),
            ..CodeAction::default()
        };
        actions.extend(offered(snapshot, analysis, &action, &chosen, client));
    }
}

/// Attaches the edit to an action, or the data to resolve it later if the client supports that. Returns nothing if the
/// client cannot resolve later and the fix cannot be proved.
fn offered(
    snapshot: &Snapshot,
    analysis: &Analysis,
    action: &CodeAction,
    chosen: &Chosen,
    client: &Client,
) -> Option<Value> {
    let mut action = json!(action);
    if client.resolves_actions {
        action["data"] = json!(chosen);
    } else {
        action["edit"] = edit(snapshot, analysis, chosen, client).ok()?;
    }
    Some(action)
}

/// Resolves the chosen action: adds its edit.
pub fn resolve(snapshot: &Snapshot, mut action: Value, client: &Client) -> Answer {
    let chosen: Chosen = serde_json::from_value(action["data"].clone())
        .map_err(|error| refusal(ErrorCode::InvalidParams, format!("unexpected data: {error}")))?;
    action["edit"] = edit(snapshot, &snapshot.analysis(), &chosen, client)?;
    Ok(action)
}

fn edit(snapshot: &Snapshot, analysis: &Analysis, chosen: &Chosen, client: &Client) -> Answer {
    let Some(chosen) = &chosen.finding else {
        return workspace_edit(snapshot, &apply_fixes(&snapshot.draft, Safety::Safe).edit, client);
    };
    let failed = |message: String| refusal(ErrorCode::RequestFailed, message);
    let is_meant = |finding: &&Finding| {
        finding.code == chosen.code && finding.pointer == chosen.at && finding.message == chosen.message
    };
    let gone = || failed("the finding no longer exists".to_owned());
    let finding = analysis.findings().iter().find(is_meant).ok_or_else(gone)?;
    let Some(number) = chosen.fix else {
        // The protocol cannot prompt for the reason. Until the author writes one, a finding reports that it is missing.
        let made = allow(analysis, finding, "").map_err(|error| failed(error.to_string()))?;
        return workspace_edit(snapshot, made.plan.edit(), client);
    };
    let fix = finding.fixes.get(number).ok_or_else(gone)?;
    let plan = prove(analysis, finding, fix).map_err(|error| failed(error.to_string()))?;
    workspace_edit(snapshot, plan.edit(), client)
}
