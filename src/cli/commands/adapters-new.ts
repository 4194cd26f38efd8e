import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isatty } from "node:tty";
import { type JudgedScreen, judgeScreen, SCREEN_STATES } from "../../core/agent-file/judge-screen.ts";
import { ownAgent } from "../../core/agent-file/own-agent.ts";
import { readAgentFile } from "../../core/agent-file/read-agent-file.ts";
import { nameFault } from "../../core/agents/own-agents.ts";
import { proposeFile } from "../../core/propose/propose-file.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { screensIn } from "../common/known-screens.ts";
import { readOptions, type Values } from "../common/options.ts";
import { readAgentText } from "../common/own-agents.ts";
import { type Kept, keepScreen, writeWhole } from "../common/recorded-screens.ts";
import { lookAtPane, type WatchedPane } from "../common/watched-pane.ts";
import { renderJudged } from "../render/agent-files.ts";
import { ADAPTERS } from "../tables/adapters.ts";

const WORDS: Record<string, string> = {
  r: "running",
  a: "waiting_approval",
  approval: "waiting_approval",
  i: "waiting_input",
  input: "waiting_input",
  c: "completed",
  done: "completed",
  d: "idle",
  e: "error",
  u: "unknown",
};
const HELP =
  "bring the agent into a state, then type here what is true, and Enter: r running, a asks for approval, i asks for input, c completed, d idle (no prompt yet), e error, u nothing tells; a second word names the kind (a edit); q ends";
const HEAD =
  "# Proposed by 'agtmux adapters new' from the screens beside it, and written anew with each screen until you edit it.";

/** Records screens of a pane with what is true on them, proposes an agent file, and shows how it reads them. */
export async function newAdapter(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(ADAPTERS.subcommands.new, args);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new Fault("E_USAGE", "adapters new wants one name");
  const fault = nameFault(name);
  if (fault !== null) throw new Fault("E_INVALID_INPUT", fault);
  if (values.pane === undefined) throw new Fault("E_USAGE", "adapters new wants --pane: the pane with the agent");
  const folder = join(context.home, "agents", name);
  const look = () => lookAtPane(values.pane ?? "", context.tmuxSocket);
  const pane =
    values.state === undefined
      ? await keepAsTold({ folder, look, kind: values.case }, context)
      : keepOne(folder, look(), values.state, values.case);
  conclude(name, pane, values, context);
}

function keepOne(folder: string, pane: WatchedPane, state: string, kind: string | undefined): WatchedPane {
  const kept = keepScreen(folder, pane, stateOf(state), kindOf(kind, state));
  if ("why" in kept) throw new Fault("E_INVALID_INPUT", kept.why);
  return pane;
}

/** Keeps a screen for each state that a person types, until `q`; returns the pane as it was last looked at. */
async function keepAsTold(
  { folder, look, kind: usual }: { folder: string; look: () => WatchedPane; kind: string | undefined },
  context: Context,
): Promise<WatchedPane> {
  let pane = look();
  if (isatty(0)) context.note(HELP);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) {
      const [word = "", kind = usual] = line.trim().split(/\s+/);
      if (word === "q") break;
      const state = WORDS[word] ?? word;
      if (!SCREEN_STATES.includes(state)) {
        context.note(word === "" ? HELP : `"${word}" is no state`);
        continue;
      }
      pane = look();
      context.note(said(keepScreen(folder, pane, state, kindOf(kind, state))));
    }
  } finally {
    // an open terminal would keep the command from ending
    lines.close();
  }
  return pane;
}

function said(kept: Kept): string {
  return "file" in kept ? `kept ${kept.file}` : `not kept: ${kept.why}`;
}

function stateOf(word: string): string {
  const state = WORDS[word] ?? word;
  if (SCREEN_STATES.includes(state)) return state;
  throw new Fault("E_USAGE", `"${word}" is no state: one of ${SCREEN_STATES.join(", ")}`);
}

/** Part of the name of a file, and of a cue. */
function kindOf(kind: string | undefined, state: string): string {
  const name = kind ?? (WORDS[state] ?? state).replaceAll("_", "-");
  if (/^[a-z][a-z0-9-]{0,40}$/.test(name)) return name;
  throw new Fault("E_USAGE", `"${name}" is no name for a kind of screens: small letters, digits and -`);
}

type Given = Values<(typeof ADAPTERS)["subcommands"]["new"]["options"]>;

/** Writes the file, unless a person has edited it, and reads all screens by it. */
function conclude(name: string, pane: WatchedPane, { "agent-version": version, json }: Given, context: Context): void {
  const path = join(context.home, "agents", `${name}.toml`);
  const folder = join(context.home, "agents", name);
  const screens = screensIn(folder);
  const before = readAgentText(path);
  const known = before === null ? null : readAgentFile(path, before);
  const isOurs = before === null || isUnedited(before);
  const proposed = proposeFile({
    name,
    version: version ?? (known?.ok ? (known.file.newest ?? null) : null),
    argv: pane.argv,
    process: known?.ok ? known.file.process : null,
    files: pane.files,
    screens,
  });
  const text = isOurs ? marked(proposed.text) : before;
  if (isOurs) {
    mkdirSync(join(context.home, "agents"), { recursive: true, mode: 0o700 });
    writeWhole(path, text);
  }
  const result = readAgentFile(path, text);
  if (!result.ok) throw new Fault("E_INVALID_INPUT", result.faults.join("\n"), { faults: result.faults });
  const adapter = ownAgent(result.file);
  const judged: JudgedScreen[] = screens.map((screen) => judgeScreen(adapter, screen));
  if (json) {
    const notes = isOurs ? proposed.notes : [];
    context.out(JSON.stringify({ schema_version: 1, agent: name, path, written: isOurs, screens: judged, notes }));
    return;
  }
  const notes = isOurs
    ? [...proposed.notes.map((note) => `note: ${note}`), `wrote ${path}; 'agtmux daemon restart' puts it into use`]
    : [`${path} was edited, so it is left alone; this is what would be proposed now:\n\n${proposed.text}`];
  context.out([renderJudged(result.file, folder, judged, context), ...notes].join("\n"));
}

function marked(text: string): string {
  return `${HEAD} ${digestOf(text)}\n${text}`;
}

function isUnedited(text: string): boolean {
  const end = text.indexOf("\n");
  return text.slice(0, end) === `${HEAD} ${digestOf(text.slice(end + 1))}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
