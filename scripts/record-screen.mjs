// Records the screen of an agent in a tmux pane, with its true state, among the fixtures.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withCase, withoutPlaces } from "./recorded-screen.mjs";
import { ROOT } from "./setup.mjs";

const USAGE = `npm run record:screen -- AGENT CASE STATE --pane %5 [--socket NAME] [--version V] [--note TEXT] [--colours]
  STATE: running, waiting_approval, waiting_input, completed, idle, error
  --socket   the tmux server, as after tmux -L
  --version  of the agent, if not the newest that its file names
  --colours  records it among the dialogs too, with its colours`;
const STATES = ["running", "waiting_approval", "waiting_input", "completed", "idle", "error"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pane: { type: "string" },
    socket: { type: "string" },
    version: { type: "string" },
    note: { type: "string" },
    colours: { type: "boolean" },
  },
});
const [agent = "", name = "", state = ""] = positionals;
const file = join(ROOT, "src", "core", "agents", agent, `${agent}.toml`);
if (values.pane === undefined || !STATES.includes(state) || !/^[\w-]+$/.test(name) || !existsSync(file)) {
  console.error(USAGE);
  process.exit(2);
}

const [folder, command, title] = tmux(
  "display-message",
  "-p",
  "#{pane_current_path}\n#{pane_current_command}\n#{pane_title}",
).split("\n");
const places = { folder, home: homedir() };
record("screens", "txt", tmux("capture-pane", "-p"));
if (values.colours) record("dialogs", "ansi", tmux("capture-pane", "-e", "-p"));
const list = join(folderOf("screens"), "cases.json");
const entry = {
  case: name,
  state,
  version: values.version ?? /^newest = "(.*)"$/m.exec(readFileSync(file, "utf8"))?.[1],
  // tmux's own title, where the program sets none
  pane_title: title === hostname() ? "" : withoutPlaces(title, places),
  pane_current_command: command,
  ...(values.note !== undefined && { note: values.note }),
};
writeFileSync(list, withCase(existsSync(list) ? readFileSync(list, "utf8") : null, entry));
console.log(`${list}: ${JSON.stringify(entry)}`);

function record(kind, ending, text) {
  const path = join(folderOf(kind), `${name}.screen.${ending}`);
  writeFileSync(path, withoutPlaces(text, places));
  console.log(path);
}

function folderOf(kind) {
  const path = join(ROOT, "test", "fixtures", "agents", kind, agent);
  mkdirSync(path, { recursive: true });
  return path;
}

function tmux(verb, ...words) {
  const server = values.socket === undefined ? [] : ["-L", values.socket];
  const { status, stdout, stderr } = spawnSync("tmux", [...server, verb, "-t", values.pane, ...words], {
    encoding: "utf8",
  });
  if (status === 0) return stdout;
  console.error(stderr.trim() || "tmux cannot be run");
  process.exit(1);
}
