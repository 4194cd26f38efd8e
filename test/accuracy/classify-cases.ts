import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "../../src/core/agents/adapter.ts";
import { AGENTS, adapterOf } from "../../src/core/agents/registry.ts";
import { type Excerpt, excerptOf, type View } from "../../src/core/classify/excerpt.ts";
import type { State } from "../../src/core/protocol/state.ts";
import { type RecordedScreen, readScreens } from "./recorded-screen.ts";

/** A screen as somebody's who may or may not be known, and what may be said of it. */
export interface ClassifyCase {
  corpus: string;
  name: string;
  /** The first is what is true; the others are true enough. `unknown` is right where no agent is at work. */
  truth: readonly [State, ...State[]];
  excerpt: Excerpt;
  adapter: Adapter | null;
}

interface ProgramCase {
  case: string;
  state: State;
  pane_current_command: string;
  pane_title: string;
  alternate: boolean;
  cols?: number;
  /** First line in sight, and line and column of the cursor. */
  top?: number;
  cursor?: [number, number];
  /** A shell waits: an agent of this pane has ended. */
  at_prompt?: true;
  /** What is right too in a pane of an agent's. */
  of_agent?: State;
  /** Who it is, where it is drawn after an agent that nobody here knows. */
  agent?: string;
}

/** Nobody's name, and the name of nobody. */
const STRANGER = "stranger";
const GENERIC = "generic";

/** Recorded screens of agents: read as theirs, and as those of an agent and of a program that nobody knows. */
export function agentCases(folder: string): ClassifyCase[] {
  const screens = readScreens(folder);
  return [
    ...screens.map((screen) => agentCase("agents", screen, screen.agent)),
    ...screens.map((screen) => agentCase("agents as strangers", screen, STRANGER)),
    ...screens.map((screen) => agentCase("agents as programs", screen, GENERIC)),
  ];
}

function agentCase(corpus: string, { agent, name, state, screen }: RecordedScreen, as: string): ClassifyCase {
  const adapter = adapterOf(as);
  const { lines, command, title, version } = screen;
  const alternate = false;
  const excerpt = excerptOf({ agent: as, label: adapter?.label ?? as, lines, command, title, version, alternate });
  return { corpus, name: `${agent} ${name}`, truth: [state], excerpt, adapter };
}

/** Screens of anything else: of programs in a pane of no agent, of an unknown one, and of every agent that is known. */
export function programCases(folder: string): ClassifyCase[] {
  const programs = readPrograms(join(folder, "programs"));
  const strangers = readPrograms(join(folder, "strangers"));
  const names = [GENERIC, STRANGER, ...AGENTS.map(({ name }) => name)];
  return [
    ...names.flatMap((name) => programs.map((program) => programCase("programs", program, name))),
    ...strangers.map((stranger) => programCase("strangers", stranger, stranger.agent ?? STRANGER)),
    ...strangers.map((stranger) => programCase("strangers as programs", stranger, GENERIC)),
  ];
}

function programCase(corpus: string, program: ProgramCase & { lines: string[] }, as: string): ClassifyCase {
  const { case: name, state, lines, pane_current_command: command, pane_title: title, alternate } = program;
  const adapter = adapterOf(as);
  const excerpt = excerptOf({
    agent: as,
    label: adapter?.label ?? as,
    lines,
    command,
    title,
    alternate,
    view: viewOn(program),
  });
  const ended: State[] = adapter !== null && program.at_prompt === true ? ["idle"] : [];
  const other: State[] = as !== GENERIC && program.of_agent !== undefined ? [program.of_agent] : [];
  return { corpus, name: `${name} as ${as}`, truth: [state, ...ended, ...other], excerpt, adapter };
}

function viewOn({ cols: width, top, cursor }: ProgramCase): View | undefined {
  if (width === undefined || top === undefined || cursor === undefined) return undefined;
  return { width, top, cursor: { line: cursor[0], column: cursor[1] } };
}

function readPrograms(folder: string): (ProgramCase & { lines: string[] })[] {
  const cases = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as ProgramCase[];
  return cases.map((each) => ({
    ...each,
    lines: readFileSync(join(folder, `${each.case}.screen.txt`), "utf8").split("\n"),
  }));
}
