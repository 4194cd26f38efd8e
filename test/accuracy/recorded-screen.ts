import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Screen } from "../../src/core/adapter/screen.ts";
import type { State } from "../../src/core/protocol/base/state.ts";

/** A pane's screen at one moment, and the true state at that time. */
export interface RecordedScreen {
  agent: string;
  name: string;
  state: State;
  /** Another right state for readers that do not know the agent. */
  byStrangers?: State;
  screen: Screen;
}

interface Case {
  case: string;
  state: State;
  version: string;
  pane_title: string;
  pane_current_command: string;
  by_strangers?: State;
}

/** A folder per agent, each with `cases.json` and a `<case>.screen.txt` for every case. */
export function readScreens(folder: string): RecordedScreen[] {
  const agents = readdirSync(folder).filter((name) => existsSync(join(folder, name, "cases.json")));
  return agents.flatMap((agent) => {
    const cases = JSON.parse(readFileSync(join(folder, agent, "cases.json"), "utf8")) as Case[];
    return cases.map(({ case: name, state, version, pane_title, pane_current_command, by_strangers }) => ({
      agent,
      name,
      state,
      ...(by_strangers !== undefined && { byStrangers: by_strangers }),
      screen: {
        lines: readFileSync(join(folder, agent, `${name}.screen.txt`), "utf8").split("\n"),
        title: pane_title,
        command: pane_current_command,
        version,
      },
    }));
  });
}
