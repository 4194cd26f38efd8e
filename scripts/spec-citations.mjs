import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { auditCitations, citedIds, parseRules } from "./citations.mjs";
import { auditCompatibility } from "./compatibility.mjs";
import { ROOT } from "./setup.mjs";

const TEST_FILE = /(\.(test|fuzz)|-contract)\.(ts|tsx|mjs)$/;

const testFiles = ["src", "test", "scripts"]
  .map((folder) => join(ROOT, folder))
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && TEST_FILE.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

const citations = new Map(testFiles.map((path) => [relative(ROOT, path), citedIds(readFileSync(path, "utf8"))]));
const specFiles = readdirSync(join(ROOT, "docs", "spec")).filter((name) => name.endsWith(".md"));
const rules = specFiles.flatMap((name) => parseRules(readFileSync(join(ROOT, "docs", "spec", name), "utf8")));
const audit = auditCitations(rules, citations);
const page = readFileSync(join(ROOT, "docs", "compatibility.md"), "utf8");
const faults = [...audit.faults, ...auditCompatibility(page, new Set(rules.map(({ id }) => id)), citations)];

for (const fault of faults) console.error(fault);
console.log(`${audit.rules} rules, ${audit.cited} cited, ${audit.notBuilt} not built yet`);
process.exitCode = faults.length === 0 ? 0 : 1;
