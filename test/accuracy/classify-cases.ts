import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "../../src/core/adapter/adapter.ts";
import { AGENTS, adapterOf } from "../../src/core/agents/registry.ts";
import { type Excerpt, excerptOf, type View } from "../../src/core/classify/excerpt.ts";
import type { State } from "../../src/core/protocol/base/state.ts";
import { type RecordedScreen, readScreens } from "./recorded-screen.ts";

/** A screen, the agent it is presented as (known or not), and the accepted states. */
export interface ClassifyCase {
  corpus: string;
  name: string;
  /** The first is the true state; the others are acceptable. `unknown` is right where no agent works. */
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
  /** First visible line; below, line and column of the cursor. */
  top?: number;
  cursor?: [number, number];
  /** A shell prompt is shown: the pane's agent has ended. */
  at_prompt?: true;
  /** Another acceptable state if the pane belongs to an agent. */
  of_agent?: State;
  /** The agent's name, where the screen is modelled on an agent without an adapter. */
  agent?: string;
}

/** An agent without an adapter, and a program that is no agent. */
const STRANGER = "stranger";
const GENERIC = "generic";

/** Recorded screens of agents, presented as their own, as an unknown agent's, and as a generic program's. */
export function agentCases(folder: string): ClassifyCase[] {
  const screens = readScreens(folder);
  return [
    ...screens.map((screen) => agentCase("agents", screen, screen.agent)),
    ...screens.map((screen) => agentCase("agents as strangers", screen, STRANGER)),
    ...screens.map((screen) => agentCase("agents as programs", screen, GENERIC)),
  ];
}

function agentCase(corpus: string, recorded: RecordedScreen, as: string): ClassifyCase {
  const { agent, name, state, byStrangers, screen } = recorded;
  const adapter = adapterOf(as);
  const { lines, command, title, version } = screen;
  const alternate = false;
  const excerpt = excerptOf({ agent: as, label: adapter?.label ?? as, lines, command, title, version, alternate });
  const other: State[] = as !== agent && byStrangers !== undefined ? [byStrangers] : [];
  return { corpus, name: `${agent} ${name}`, truth: [state, ...other], excerpt, adapter };
}

/** Screens of other programs, presented as a generic program's, an unknown agent's, and every known agent's. */
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
