// What js-yaml and ajv say of every file of the corpus: `node judge.mjs`, after `npm install` here.
// Writes ajv.json. Fails where ajv in strict mode has anything to say about a schema, or a pattern is slow.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const Ajv = require("ajv/dist/2020").default;
const yaml = require("js-yaml");

const here = dirname(fileURLToPath(import.meta.url));
const schemas = JSON.parse(readFileSync(join(here, "schemas.json"), "utf8"));

// The same sum as in the test that holds the verdicts against the schemas: FNV-1a of 64 bits.
const sum = (bytes) => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, "0");
};

const compiled = {};
for (const [ruleset, { schema }] of Object.entries(schemas)) {
  const bytes = readFileSync(join(here, "../../..", schema));
  const said = [];
  const say = (message) => said.push(message);
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true, logger: { log: say, warn: say, error: say } });
  // The two words beyond draft 2020-12, both for people only.
  ajv.addVocabulary(["enumDescriptions", "patternErrorMessage"]);
  const schemaValue = JSON.parse(bytes);
  compiled[ruleset] = { validate: ajv.compile(schemaValue), sum: sum(bytes) };
  if (said.length > 0) throw new Error(`ajv says of ${schema}: ${said.join("; ")}`);
  patterns(schemaValue).forEach(isQuick);
}

function patterns(schema, found = new Set()) {
  if (schema !== null && typeof schema === "object") {
    if (typeof schema.pattern === "string") found.add(schema.pattern);
    Object.values(schema).forEach((below) => patterns(below, found));
  }
  return found;
}

function isQuick(pattern) {
  const regex = new RegExp(pattern, "u");
  for (const piece of ["( ", "(  ", "- ", "1 + ", "1 )", "  ", "T+1 ", "-a", "a-", "3a", "a"]) {
    const started = performance.now();
    regex.test(`${piece.repeat(2000)}!`);
    const took = performance.now() - started;
    if (took > 500) throw new Error(`${pattern} takes ${took} ms on ${piece}`);
  }
}

// Where an error stands, by name: a key that is wrong or missing counts, not the map it is in.
const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const place = ({ keyword, instancePath, params }) => {
  switch (keyword) {
    case "additionalProperties": return `${instancePath}/${escaped(params.additionalProperty)}`;
    case "required": return `${instancePath}/${escaped(params.missingProperty)}`;
    case "propertyNames": return `${instancePath}/${escaped(params.propertyName)}`;
    default: return instancePath;
  }
};

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"))
    .map((entry) => relative(here, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();

const verdicts = {};
for (const file of [...files(join(here, "packs")), ...files(join(here, "cases"))]) {
  const base = file.split("/")[1];
  const ruleset = Object.keys(schemas).find((name) => schemas[name].packs.includes(base));
  let value;
  try {
    value = yaml.load(readFileSync(join(here, file), "utf8"));
  } catch (error) {
    verdicts[file] = "unreadable";
    continue;
  }
  const { validate } = compiled[ruleset];
  const errors = validate(value) ? [] : validate.errors.filter(({ keyword }) => keyword !== "if");
  verdicts[file] = [...new Set(errors.map(place))].sort();
}

const versions = Object.fromEntries(["ajv", "js-yaml"].map((name) => [name, require(`${name}/package.json`).version]));
const sums = Object.fromEntries(Object.entries(compiled).map(([name, { sum }]) => [name, sum]));
writeFileSync(join(here, "ajv.json"), `${JSON.stringify({ versions, schemas: sums, verdicts }, null, 1)}\n`);
