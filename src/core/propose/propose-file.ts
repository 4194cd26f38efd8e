import { AGENT_FILE_SCHEMA, type AgentFile } from "../agent-file/agent-file.ts";
import type { KnownScreen } from "../agent-file/judge-screen.ts";
import { proposeCues } from "./propose-cues.ts";
import { proposeDialogs } from "./propose-dialogs.ts";
import { proposeInterrupt } from "./propose-interrupt.ts";
import { programIn, proposeProcess } from "./propose-process.ts";
import { proposeScreen } from "./propose-screen.ts";

export interface Recorded {
  name: string;
  /** The version of the agent, if the person named it. */
  version: string | null;
  /** The words of its process; empty if none was found. */
  argv: readonly string[];
  /** How it is recognised, if that was proposed before. */
  process: AgentFile["process"] | null;
  /** Files that it had open: a hint for those who write an adapter with code. */
  files: readonly string[];
  screens: readonly KnownScreen[];
}

export interface ProposedFile {
  text: string;
  notes: string[];
}

/** The text of an agent file for what was recorded, and what is still missing. */
export function proposeFile({ name, version, argv, files, screens, ...known }: Recorded): ProposedFile {
  const process = proposeProcess(argv) ?? known.process;
  const { screen, notes } = proposeScreen(screens);
  const proposed = screen === null ? { cues: [], resting: null, notes: [] } : proposeCues(screens, screen);
  const dialogs = screen === null ? [] : proposeDialogs(screens, screen, proposed.cues);
  const program = programIn(argv);
  const lines = [
    `schema = ${AGENT_FILE_SCHEMA}`,
    `name = ${word(name)}`,
    `label = ${word(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)}`,
    `newest = ${word(version ?? "0")}   # the version whose screens these are`,
    ...table("process", process ?? { binary: `/${name}$` }),
    ...tableIf("launch", program === null ? null : { program }),
    ...files.map((path) => `# it had open: ${commentable(path)}`),
    ...(screen === null ? [] : table("screen", screen)),
    ...(proposed.resting === null ? [] : table("conditions.resting", proposed.resting)),
    ...tableIf("interrupt", proposeInterrupt(proposed.cues)),
    ...proposed.cues.flatMap((cue) => ["", "[[cues]]", ...keysOf(cue)]),
    ...dialogs.flatMap((dialog) => ["", "[[dialogs]]", ...keysOf(dialog)]),
  ];
  const unknown = process === null ? [`its process was not found: [process] only guesses from the name ${name}`] : [];
  return { text: `${lines.join("\n")}\n`, notes: [...unknown, ...notes, ...proposed.notes] };
}

function tableIf(name: string, values: object | null): string[] {
  return values === null ? [] : table(name, values);
}

function table(name: string, values: object): string[] {
  return ["", `[${name}]`, ...keysOf(values)];
}

function keysOf(values: object): string[] {
  return Object.entries(values).map(([key, value]) => `${key} = ${tomlOf(value)}`);
}

function tomlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(", ")}]`;
  return typeof value === "string" ? word(value) : String(value);
}

/** In single quotes, where backslashes stand for themselves, if that is possible. */
function word(text: string): string {
  return /['\p{Cc}]/u.test(text) ? JSON.stringify(text).replaceAll("\x7f", "\\u007f") : `'${text}'`;
}

function commentable(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, "?").slice(0, 200);
}
