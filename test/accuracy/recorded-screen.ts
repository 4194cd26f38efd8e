import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Screen } from "../../src/core/agents/screen.ts";
import type { State } from "../../src/core/protocol/state.ts";

/** What a pane showed at one moment, and the state that was then true. */
export interface RecordedScreen {
  agent: string;
  name: string;
  state: State;
  screen: Screen;
}

interface Case {
  case: string;
  state: State;
  version: string;
  pane_title: string;
  pane_current_command: string;
}

/** A folder per agent, each with `cases.json` and a `<case>.screen.txt` for every case. */
export function readScreens(folder: string): RecordedScreen[] {
  const agents = readdirSync(folder).filter((name) => existsSync(join(folder, name, "cases.json")));
  return agents.flatMap((agent) => {
    const cases = JSON.parse(readFileSync(join(folder, agent, "cases.json"), "utf8")) as Case[];
    return cases.map(({ case: name, state, version, pane_title, pane_current_command }) => ({
      agent,
      name,
      state,
      screen: {
        lines: readFileSync(join(folder, agent, `${name}.screen.txt`), "utf8").split("\n"),
        title: pane_title,
        command: pane_current_command,
        version,
      },
    }));
  });
}
