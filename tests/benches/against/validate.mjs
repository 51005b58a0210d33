// Validates one YAML file, or every one in a folder, against one JSON Schema: `node validate.mjs schema.json PACK`.
// What foeman's own checking is compared with: js-yaml reads the files, ajv checks them.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { load } from "js-yaml";

const [schema, pack] = process.argv.slice(2);
const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
const inside = () => readdirSync(pack, { recursive: true }).filter((name) => name.endsWith(".yaml")).map((name) => join(pack, name));
const files = statSync(pack).isDirectory() ? inside() : [pack];
for (const file of files) {
  if (validate(load(readFileSync(file, "utf8")))) continue;
  console.log(`${file}: ${validate.errors.length} errors, the first: ${ajv.errorsText(validate.errors.slice(0, 1))}`);
  process.exitCode = 1;
}
console.log(`${files.length} files`);
