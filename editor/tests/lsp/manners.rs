//! Protocol conformance, and clients that violate the protocol.

use std::fs;

use serde_json::{Value, json};

use super::client::{Client, folder, start, usual};

/// Checks that the server still answers.
fn is_well(client: &mut Client) {
    let offered = client.ask("workspace/symbol", json!({ "query": "" }));
    assert!(offered.is_array(), "{offered}");
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

#[test]
fn requests_before_the_first_and_after_the_last_are_refused() {
    let mut client = start();
    assert_eq!(code(&client.asked("textDocument/hover", json!({}))), -32002);
    client.tell("textDocument/didOpen", json!({}));
    let hello = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    let answer = client.ask("initialize", hello.clone());
    assert_eq!(answer["serverInfo"]["name"], "foeman");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    client.tell("initialized", json!({}));
    assert_eq!(code(&client.asked("initialize", hello)), -32600);
    is_well(&mut client);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(code(&client.asked("workspace/symbol", json!({ "query": "" }))), -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn who_leaves_without_a_word_is_told_by_the_status() {
    let mut client = usual();
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), Some(1));
    assert_eq!(usual().end(), Some(1), "at the end of the input as well");
}

#[test]
fn unknown_and_malformed_requests_are_refused_and_the_rest_goes_on() {
    let mut client = usual();
    assert_eq!(code(&client.asked("textDocument/teleport", json!({}))), -32601);
    client.tell("$/unheardOf", json!([1, 2]));
    client.tell("textDocument/didChange", json!({ "textDocument": 7 }));
    client.tell("textDocument/didOpen", json!("nothing"));
    let folder = folder(&[("pack.yaml", "pack: p\nruleset: foeman\n")]);
    let document = client.open(&folder.path().join("pack.yaml"));
    let bad = json!({ "textDocument": { "uri": document.uri }, "position": { "line": -1, "character": "x" } });
    assert_eq!(code(&client.asked("textDocument/hover", bad)), -32602);
    let far = json!({ "textDocument": { "uri": document.uri }, "position": { "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 } });
    for method in ["textDocument/hover", "textDocument/completion", "textDocument/definition"] {
        client.ask(method, far.clone());
    }
    assert_eq!(
        client.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": "file:///nowhere.yaml" }, "position": { "line": 0, "character": 0 } })
        ),
        Value::Null
    );
    is_well(&mut client);
}

#[test]
fn forged_frames_are_answered_and_the_next_true_one_is_read() {
    let mut client = usual();
    let forged: [(&[u8], i64); 6] = [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", -32700),
        (b"Content-Length: 18446744073709551615\r\n\r\n", -32700),
        (b"Content-Length: many\r\n\r\n", -32700),
        (b"Content-Length: 9\r\n\r\n{\"method\"", -32700),
        (b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc", -32700),
        (b"Content-Length: 9\r\n\r\n{\"id\": 5}", 0),
    ];
    for (bytes, expected) in forged {
        client.raw(bytes);
        if expected != 0 {
            let answer = client.until(|message| message["error"].is_object());
            assert_eq!(
                (code(&answer), &answer["id"]),
                (expected, &Value::Null),
                "{:?}",
                String::from_utf8_lossy(bytes)
            );
        }
        is_well(&mut client);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 5_000_000_000_u64, "method": "shutdown" }));
    assert_eq!(code(&client.until(|message| message["error"].is_object())), -32600);
    client.send(&json!([{ "jsonrpc": "2.0", "id": 1, "method": "shutdown" }]));
    assert_eq!(code(&client.until(|message| message["error"].is_object())), -32600);
    is_well(&mut client);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn a_request_that_is_taken_back_has_one_answer() {
    let mut client = usual();
    client.send(&json!({ "jsonrpc": "2.0", "id": "mine", "method": "workspace/symbol", "params": { "query": "a" } }));
    client.tell("$/cancelRequest", json!({ "id": "mine" }));
    let answer = client.until(|message| message["id"] == "mine");
    assert!(answer["result"].is_array() || code(&answer) == -32800, "{answer}");
    client.tell("$/cancelRequest", json!({ "id": "mine" }));
    client.tell("$/cancelRequest", json!({ "id": 77 }));
    is_well(&mut client);
}

#[test]
fn a_buffer_that_is_far_too_large_is_told_and_holds_nobody_up() {
    let folder = folder(&[("pack.yaml", "pack: p\nruleset: foeman\n")]);
    let large = folder.path().join("large.yaml");
    fs::write(&large, "").unwrap();
    let mut client = usual();
    let head = client.open(&folder.path().join("pack.yaml"));
    let text = "# nothing but this, again and again\n".repeat(1_000_000);
    let mut document = client.show(&large, &text);
    assert_eq!(client.codes(&document), ["limits"]);
    client.replace(&mut document, "# nothing but this", "# this");
    let hover = json!({ "textDocument": { "uri": head.uri }, "position": { "line": 0, "character": 1 } });
    assert!(client.ask("textDocument/hover", hover)["contents"].is_object());
    client.set(&mut document, "items: {}\n".to_owned());
    assert!(client.codes(&document).is_empty(), "once it is small again");
}
