#![allow(dead_code)]
#[path="../foeman/ground.rs"] mod ground;
#[path="../foeman/scene.rs"] mod scene;
#[path="../foeman/acting.rs"] mod acting;
