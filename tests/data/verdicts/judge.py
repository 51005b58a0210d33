"""What check-jsonschema says of every file of the corpus: `python judge.py`, after `pip install -r requirements.txt`.

Writes check-jsonschema.json: whether each file is valid, or cannot be read.
"""

import importlib.metadata
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def fnv(data: bytes) -> str:
    """The sum of `judge.mjs`: FNV-1a of 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = ((found ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{found:016x}"


def judged(schema: pathlib.Path, files: list[pathlib.Path]) -> dict[str, str]:
    """The verdict on each file, by its path from here."""
    command = [sys.executable, "-m", "check_jsonschema", "-o", "json", "-v", "--schemafile", str(schema)]
    run = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    told = json.loads(run.stdout)
    name = lambda path: pathlib.Path(path).resolve().relative_to(HERE).as_posix()
    verdicts = {name(file): "valid" for file in files}
    verdicts.update({name(error["filename"]): "invalid" for error in told.get("errors", [])})
    verdicts.update({name(error["filename"]): "unreadable" for error in told.get("parse_errors", [])})
    return verdicts


def main() -> None:
    schemas = json.loads((HERE / "schemas.json").read_text())
    sums, verdicts = {}, {}
    for ruleset, said in schemas.items():
        schema = HERE.parents[2] / said["schema"]
        sums[ruleset] = fnv(schema.read_bytes())
        files = [
            file
            for part in ("packs", "cases")
            for pack in said["packs"]
            for file in sorted((HERE / part / pack).rglob("*.yaml"))
        ]
        verdicts.update(judged(schema, files))
    versions = {"check-jsonschema": importlib.metadata.version("check-jsonschema")}
    told = {"versions": versions, "schemas": sums, "verdicts": dict(sorted(verdicts.items()))}
    (HERE / "check-jsonschema.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")


main()
