// Checks whether a tag may be released: npm run release:check -- v1.2.3
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WRONG_USE = 2;

/** The reasons why this tag cannot be released. `builtFrom` is `owner/name` on GitHub, or undefined if that is not known. */
export function releaseFaults({ tag, manifest, lock, changelog, builtFrom }) {
  const { version } = manifest;
  const faults = [];
  if (tag !== `v${version}`) faults.push(`The tag is ${tag}, and the version in package.json is ${version}.`);
  if (lock.version !== version || lock.packages[""].version !== version)
    faults.push(`package-lock.json has another version than package.json (${version}): run npm install.`);
  return [
    ...faults,
    ...changelogFaults(changelog, version),
    ...repositoryFaults(manifest, builtFrom),
    ...bugsFaults(manifest),
  ];
}

function changelogFaults(changelog, version) {
  const section = changelog.split(/^(?=## )/m).find((each) => each.startsWith(`## [${version}]`));
  if (section === undefined) return [`CHANGELOG.md has no section "## [${version}] - DATE".`];
  const [heading, ...lines] = section.split("\n");
  const faults = [];
  if (!/\] - \d{4}-\d\d-\d\d$/.test(heading))
    faults.push(`The section [${version}] of CHANGELOG.md has no date (## [${version}] - 2026-01-31).`);
  if (!lines.some((line) => line.startsWith("- ")))
    faults.push(`The section [${version}] of CHANGELOG.md has no entry.`);
  return faults;
}

/**
 * npm accepts a statement of provenance only if the package names the repository that it was built from. Its website also
 * finds the pictures and links of README.md there.
 */
function repositoryFaults({ repository }, builtFrom) {
  const url = typeof repository === "string" ? repository : (repository?.url ?? "");
  const wanted = builtFrom ?? "the address of this repository";
  if (url === "") return [`package.json has no "repository" (${wanted}), which npm needs to publish with provenance.`];
  const named = url.replace(/\.git$/, "");
  if (builtFrom === undefined || ["/", ":"].some((before) => named.endsWith(before + builtFrom))) return [];
  return [`"repository" in package.json is ${url}, and this is ${builtFrom}: npm refuses such a provenance.`];
}

function bugsFaults({ bugs }) {
  const address = typeof bugs === "string" ? bugs : (bugs?.url ?? "");
  return address === "" ? [`package.json has no "bugs", the address where people report faults.`] : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag] = process.argv.slice(2);
  if (tag === undefined) {
    console.error("Usage: npm run release:check -- TAG");
    process.exit(WRONG_USE);
  }
  const read = (name) => readFileSync(join(ROOT, name), "utf8");
  const faults = releaseFaults({
    tag,
    manifest: JSON.parse(read("package.json")),
    lock: JSON.parse(read("package-lock.json")),
    changelog: read("CHANGELOG.md"),
    builtFrom: process.env.GITHUB_REPOSITORY,
  });
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`${tag} can be released.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
