//! Imported files: each is rejected or becomes a readable pack. Exporting that gives the same bytes, or for formats
//! that do not keep the file, soon the same pack.

use foeman_engine::exchange::Imported;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;

use super::Target;

/// A small but complete scenario of Hexkit.
const SCENARIO: &[u8] = include_bytes!("../../vectors/hexkit/tiny.xml");

pub(super) const TARGET: Target = Target { name: "exchange", run, seeds };

fn run(data: &[u8]) {
    for form in SHIPPED.engines().iter().filter_map(|engine| engine.capabilities().exchange) {
        let Ok(made) = form.read_alone(data, "made") else { continue };
        let draft = drafted(&made);
        assert!(draft.files().all(|file| !draft.is_unreadable(file)), "a pack is made that can be read");
        let again = (form.export)(&draft, None, Some(data));
        if form.kept.is_some() {
            let again = again.expect("imported records can be exported");
            assert!(again.bytes == data, "it is written as {:?}", String::from_utf8_lossy(&again.bytes));
        } else if let Ok(again) = again {
            // Missing parts of a broken file are filled in once; after that the pack must not change.
            let second = form.read_alone(&again.bytes, "made").expect("exported records can be imported");
            let written = (form.export)(&drafted(&second), None, None).expect("it was written before");
            let third = form.read_alone(&written.bytes, "made").expect("exported records can be imported");
            assert!(third.files == second.files, "it is read otherwise: {}", String::from_utf8_lossy(&again.bytes));
        }
    }
}

/// Opens the imported pack.
fn drafted(made: &Imported) -> Draft {
    let texts = made.files.iter().filter(|(path, _)| path.ends_with(".yaml")).cloned();
    let texts = texts.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("packs are UTF-8")));
    Draft::from_texts(texts, &SHIPPED.dialects())
}

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "sidPoo\n1,\n2,\nfigPoo\nHuman,100,<<::H,,,,3aabcba\nWolf,60,:=5>C,-1H,,100,3aabcba\nitmPoo\nSword,=,wpn,1hand,-1H,1ea,11,,\n",
        "figPoo\r\nWall,400,N110F,,,600,3aabcba\r\n",
        "sidPoo\n1\n2\nfigPoo\nHuman\nfigGrp\nHuman,Adv,Aa,203,2,,,Maud,1\nHuman,Bst,Aa,804,,,,Ushka,2,x,y\n",
        "itmPoo\nDart,,amo,1hand,,acu\nsidPoo\n1\n2\nitmGrp\n@Aa12,Dart,,stuck,,7,\n\n@Aa99,Dart\nMaud,Dart,,belt\nfigGrp\n",
        "figPoo\nA b\nA-b\na B\nsidPoo\n1\nfigGrp\nA b,,,,,,,x,1\nA-b,,,101,9,,,X,1\n",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).chain([SCENARIO.to_vec()]).collect()
}
