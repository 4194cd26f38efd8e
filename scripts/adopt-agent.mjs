// Takes an agent file of one's own, with the screens beside it, into the repository: the first step of making it built-in.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "smol-toml";

const ROOT = join(import.meta.dirname, "..");
const USAGE = `npm run adapters:adopt -- [--command node] ~/.agtmux/agents/NAME.toml
  copies the file into src/core/agents, and its screens with their states into test/fixtures/agents/screens;
  --command is the pane's program as tmux names it (#{pane_current_command})`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { command: { type: "string" } } });
const [path] = positionals;
if (path === undefined || !existsSync(path)) {
  console.error(USAGE);
  process.exit(2);
}
const name = basename(path, ".toml");
const { newest: version } = parse(readFileSync(path, "utf8"));
const beside = join(dirname(path), name);
const code = join(ROOT, "src/core/agents", name);
const fixtures = join(ROOT, "test/fixtures/agents/screens", name);
for (const folder of [code, fixtures]) mkdirSync(folder, { recursive: true });
copyFileSync(path, join(code, `${name}.toml`));
const cases = readdirSync(beside).flatMap((file) => {
  const [, kind = "", state = ""] = /^(.+)\.(\w+)\.txt$/.exec(file) ?? [];
  if (kind === "") return [];
  copyFileSync(join(beside, file), join(fixtures, `${kind}.screen.txt`));
  const title = join(beside, `${kind}.${state}.title`);
  const pane_title = existsSync(title) ? readFileSync(title, "utf8").trimEnd() : "";
  return [{ case: kind, state, version, pane_title, pane_current_command: values.command ?? name }];
});
writeFileSync(join(fixtures, "cases.json"), `[\n  ${cases.map((each) => JSON.stringify(each)).join(",\n  ")}\n]\n`);
console.log(`${cases.length} screens; now add ${name}.toml to BY_FILE in src/core/agents/registry.ts`);
