/** Why a file outside an adapter's folder names agents; a folder ends in a slash. */
const ALLOWED = {
  "src/core/agents/registry.ts": "the list of adapters",
  "src/cli/demo/": "plays pretend agents",
  "src/cli/help/": "examples in help texts",
  "src/cli/tables/": "examples in help texts",
  "src/cli/commands/spawn.ts": "an example in an error message",
  "src/cli/squad/sender.ts": "variables that the squad-signal protocol names",
  "src/cli/render/overview.ts": "a command for a newcomer to try",
  "src/core/protocol/settings/common-settings.ts": "an example of a setting",
  "src/core/signals/squad/examples.ts": "example payloads",
  "src/daemon/actions/launch-in-pane.ts": "an example in an error message",
  "src/daemon/classify/create-provider.ts": "an example in an error message",
};

const ADAPTERS = /^src\/core\/agents\/([a-z]+)\//;
/** Test support that is not named as such: contracts and generators. */
const TEST_SUPPORT = /-contract\.ts$|\/random-[^/]+\.ts$/;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Files that name an agent outside its adapter's folder. Comments may; code that needs to know asks the adapter. */
export function findAgentNames(files) {
  const folders = new Set(files.flatMap(({ path }) => ADAPTERS.exec(path)?.[1] ?? []));
  // a cursor is also a place on a screen or in a log
  const names = [...folders].map((name) => (name === "cursor" ? "cursor-agent" : name));
  if (names.length === 0) return [];
  const word = new RegExp(`(?<![a-z])(${names.join("|")})(?![a-z])`, "i");
  return files.flatMap(({ path, text }) => {
    if (ADAPTERS.test(path) || TEST_SUPPORT.test(path) || isAllowed(path)) return [];
    const found = word.exec(text.replace(COMMENTS, ""));
    return found === null
      ? []
      : [`${path} names the agent ${found[1]}: only its adapter may, and what scripts/agent-names.mjs lists`];
  });
}

function isAllowed(path) {
  return Object.keys(ALLOWED).some((allowed) => (allowed.endsWith("/") ? path.startsWith(allowed) : path === allowed));
}
