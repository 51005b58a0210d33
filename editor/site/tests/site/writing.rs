//! Writing a site to a folder.

use std::fs;

use foeman_site::Files;
use foeman_site::write::{LIST, write};

fn files(names: &[&str]) -> Files {
    names.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect()
}

#[test]
fn a_folder_with_other_files_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("thesis.txt"), "years of work").expect("it can be written");
    let error = write(folder.path(), &files(&["index.html"])).expect_err("the folder is in use");
    assert!(error.to_string().contains("choose another folder"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

#[test]
fn writing_again_removes_pages_of_deleted_records_and_leaves_other_files() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let root = folder.path().join("new/site");
    assert_eq!(write(&root, &files(&["index.html", "items/axe.html"])).expect("it can be written"), 2);
    fs::write(root.join("CNAME"), "example.org").expect("it can be written");
    assert_eq!(write(&root, &files(&["index.html"])).expect("it can be written"), 0);
    assert!(root.join("index.html").is_file() && root.join("CNAME").is_file());
    assert!(!root.join("items/axe.html").exists());
}

#[test]
fn a_list_that_was_edited_deletes_nothing_outside_the_folder() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (root, kept) = (folder.path().join("site"), folder.path().join("kept"));
    write(&root, &files(&["index.html"])).expect("it can be written");
    fs::write(&kept, "kept").expect("it can be written");
    let list = root.join(LIST);
    let text = fs::read_to_string(&list).expect("it is there") + "../kept\n";
    fs::write(&list, text).expect("it can be written");
    write(&root, &files(&["index.html"])).expect("it can be written");
    assert!(kept.is_file());
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_not_followed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (root, away) = (folder.path().join("site"), folder.path().join("away"));
    write(&root, &files(&["index.html"])).expect("it can be written");
    fs::create_dir(&away).expect("it can be made");
    std::os::unix::fs::symlink(&away, root.join("items")).expect("it can be made");
    write(&root, &files(&["index.html", "items/axe.html"])).expect_err("a link is in the way");
    assert_eq!(fs::read_dir(&away).expect("it is there").count(), 0);
}
