// Validates one YAML file against one JSON Schema: `node validate.mjs schema.json pack.yaml`.
// What foeman's own checking is compared with: js-yaml reads the file, ajv checks it.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { load } from "js-yaml";

const [schema, pack] = process.argv.slice(2);
const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
const valid = validate(load(readFileSync(pack, "utf8")));
console.log(valid ? "valid" : `${validate.errors.length} errors, the first: ${ajv.errorsText(validate.errors.slice(0, 1))}`);
process.exitCode = valid ? 0 : 1;
