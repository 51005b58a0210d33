//! Messages for syntax errors of the YAML parser: expected, then found, then the fix.

use granit_parser::ErrorKind as Kind;

/// Returns the message for an error of the parser.
pub(super) fn message(kind: &Kind) -> String {
    let fixed = match kind {
        Kind::MappingValueNotAllowed | Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => {
            "expected a key with one colon and its value on a line; put a text that has a colon in quotes"
        }
        Kind::ExpectedBlockMappingKey | Kind::InvalidIndentation | Kind::ExpectedBlockSequenceEntry => {
            "expected a key at the indentation of the keys above, found something else; correct the indentation"
        }
        Kind::UnclosedQuotedScalar | Kind::InvalidQuotedScalarIndent | Kind::DocumentIndicatorInQuotedScalar => {
            "expected a closing quote, found none; add it at the end of the text"
        }
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
            "expected nothing after the closing quote, found more text; put all of it inside the quotes"
        }
        Kind::UnexpectedEofFlowSequence
        | Kind::UnexpectedEofFlowMapping
        | Kind::UnexpectedEofImplicitFlowMapping
        | Kind::ExpectedFlowMappingSeparator
        | Kind::ExpectedFlowSequenceSeparator
        | Kind::InvalidColonPlacement => "expected a comma or a closing bracket, found something else",
        Kind::MisplacedFlowCollectionEnd => "expected a value, found a closing bracket; remove it or put it in quotes",
        Kind::TabInBlockIndentation | Kind::TabInIndentation | Kind::TabNotAllowed | Kind::TabAtBlockScalarStart => {
            "expected spaces, found a tab; indent with spaces"
        }
        Kind::BlockSequenceEntryNotAllowed | Kind::BlockEntryInFlowCollection => {
            "expected a value, found a dash; begin the list on the next line, or put the text in quotes"
        }
        Kind::InvalidBlockScalarIndent => "expected a line indented like the first one of the block, found another",
        Kind::MissingAnchorOrAliasName => "expected a value, found `*` or `&`; put the text in quotes",
        Kind::UnknownQuotedScalarEscape | Kind::InvalidQuotedScalarHexEscape | Kind::InvalidUnicodeEscape => {
            "expected a known escape after `\\`, found something else; write `\\\\` for a backslash"
        }
        Kind::UnclosedFlowCollection { open } => {
            return format!("expected a closing bracket for `{open}`, found none");
        }
        Kind::MismatchedFlowCollectionEnd { open, close } => {
            return format!("expected a closing bracket for `{open}`, found `{close}`");
        }
        Kind::UnexpectedCharacter { character: '\0' } => "expected text, found a null character; remove it",
        Kind::UnexpectedCharacter { character } if is_foreign(*character) => {
            let shown = character.escape_default();
            return format!("expected text, found the control character `{shown}`; remove it");
        }
        Kind::UnexpectedCharacter { character } => {
            let shown = character.escape_default();
            return format!("expected a value, found `{shown}`; put a text that starts with it in quotes");
        }
        Kind::UnexpectedEof
        | Kind::UnexpectedEofBlockSequence
        | Kind::UnexpectedEofBlockMapping
        | Kind::ExpectedNodeContent => "expected a value, found the end of the text",
        Kind::UndeclaredTagHandle
        | Kind::ExpectedTagBang
        | Kind::ExpectedTagDirectiveBang
        | Kind::InvalidGlobalTagCharacter
        | Kind::InvalidTagDirectiveTerminator
        | Kind::InvalidTagTerminator
        | Kind::MissingTagUri
        | Kind::UnclosedVerbatimTag
        | Kind::InvalidTagEscape => "expected a value, found a tag; packs use none, so remove it",
        Kind::DuplicateVersionDirective
        | Kind::UnsupportedYamlMajorVersion
        | Kind::DuplicateTagDirective
        | Kind::MissingDocumentEndBeforeDirective
        | Kind::InvalidDirectiveTerminator
        | Kind::DirectiveDisallowed
        | Kind::MissingYamlVersionSeparator
        | Kind::MissingDirectiveName
        | Kind::InvalidDirectiveName
        | Kind::DirectiveByteLimitExceeded { .. }
        | Kind::TooManyReservedDirectiveParams { .. }
        | Kind::YamlVersionTooLong
        | Kind::MissingYamlVersion => "expected a key, found a line that begins with `%`; remove it",
        Kind::ExpectedDocumentStart | Kind::InvalidDocumentEnd | Kind::MultipleDocumentsUnsupported => {
            "expected one document, found the end of one before the end of the file"
        }
        Kind::BomInsideDocument => "expected text, found a byte order mark; remove it",
        Kind::CommentInterceptedScalar => {
            "the text above is interrupted by a comment; put the comment before or after the text"
        }
        Kind::CommentNotSeparated | Kind::ExpectedWhitespace => "expected a space before the comment, found none",
        Kind::InvalidBlockEntryWhitespace | Kind::TabInPlainScalar | Kind::InvalidMappingValueWhitespace => {
            "expected spaces, found a tab; write spaces instead"
        }
        Kind::ZeroBlockScalarIndent | Kind::InvalidBlockScalarHeader => {
            "expected nothing after `|` or `>`, found more; begin the text on the next line"
        }
        Kind::InvalidFlowScalarIndent => "expected a line indented further than its key; indent it",
        Kind::PlainScalarStartsWithDashFlowIndicator | Kind::UnexpectedEndOfPlainScalar => {
            "expected a value, found a special character of YAML; put the text in quotes"
        }
        Kind::MappingKeyNotAllowed => "expected a value, found a key with `?`; write it as `key: value`",
        Kind::FlowMappingValueAdjacentCollection => "expected a space after the colon, found none",
        Kind::InvalidLowSurrogateHexEscape
        | Kind::InvalidLowSurrogate
        | Kind::MissingLowSurrogate
        | Kind::UnpairedLowSurrogate => "expected a surrogate pair of two escapes, found only one",
        // The parser's own messages are for programmers.
        _ => "this YAML cannot be read; write it in a simpler way",
    };
    fixed.to_owned()
}

/// Returns whether a character is invalid in YAML.
pub(super) fn is_foreign(character: char) -> bool {
    !matches!(
        character,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..
    )
}

/// Returns whether the text after a part may complete it.
pub(super) fn may_continue(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::UnclosedFlowCollection { .. }
            | Kind::UnexpectedEof
            | Kind::UnexpectedEofFlowSequence
            | Kind::UnexpectedEofFlowMapping
            | Kind::UnexpectedEofImplicitFlowMapping
    )
}
