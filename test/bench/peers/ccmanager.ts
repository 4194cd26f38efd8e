import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CCMANAGER, installPeers } from "./install-peers.ts";
import type { Peer, Seen } from "./seen.ts";

const STRATEGIES: Record<string, string> = {
  claude: "claude",
  codex: "codex",
  gemini: "gemini",
  copilot: "github-copilot",
  opencode: "opencode",
  cline: "cline",
};
const CLASSES = { busy: "working", waiting_input: "asking", pending_auto_approval: "asking", idle: "resting" } as const;
type State = keyof typeof CLASSES;
/** It takes Claude for idle once its screen has stood still this long. */
const STANDS_STILL_MS = 1_600;
const COLUMNS = 300;
/** As many as the tallest pane of the live scenes. */
const ROWS = 60;

interface Detector {
  detectState(terminal: unknown, currentState: State): State;
}

interface Terminal {
  write(text: string, done: () => void): void;
  reset(): void;
}

/** ccmanager's own detectors, from its package on npm, on the terminal emulator that it uses. */
export async function ccmanager(): Promise<Peer> {
  const folder = installPeers();
  const load = (path: string) => import(pathToFileURL(join(folder, "node_modules", path)).href);
  const detectors = (await load("ccmanager/dist/services/stateDetector/index.js")) as {
    createStateDetector(strategy: string): Detector;
  };
  const xterm = (await load("@xterm/headless/lib-headless/xterm-headless.js")) as {
    default: { Terminal: new (options: object) => Terminal };
  };
  return {
    name: "ccmanager",
    version: CCMANAGER,
    read: async (agent, { lines }) => {
      const strategy = STRATEGIES[agent];
      if (strategy === undefined) return null;
      const terminal = terminalOf(lines.length);
      await print(terminal, lines);
      return looked(() => detectors.createStateDetector(strategy), terminal);
    },
    watch: (agent) => {
      const strategy = STRATEGIES[agent];
      if (strategy === undefined) return null;
      const [detector, terminal] = [detectors.createStateDetector(strategy), terminalOf(ROWS)];
      // as its sessions begin
      let [state, text]: [State, string] = ["busy", ""];
      return async ({ lines }) => {
        if (lines.join("\n") !== text) await print(terminal, lines);
        text = lines.join("\n");
        state = detector.detectState(terminal, state);
        return CLASSES[state];
      };
    },
  };

  function terminalOf(rows: number): Terminal {
    return new xterm.default.Terminal({ cols: COLUMNS, rows, allowProposedApi: true });
  }
}

async function print(terminal: Terminal, lines: readonly string[]): Promise<void> {
  terminal.reset();
  await new Promise<void>((done) => terminal.write(lines.join("\r\n"), done));
}

/** Asks twice, since it believes a screen only when it stands still; and once from another state, to see whether it keeps it. */
async function looked(create: () => Detector, terminal: Terminal): Promise<Seen> {
  const [one, other] = [create(), create()];
  one.detectState(terminal, "busy");
  other.detectState(terminal, "waiting_input");
  await new Promise((resolve) => setTimeout(resolve, STANDS_STILL_MS));
  const seen = one.detectState(terminal, "busy");
  return seen === other.detectState(terminal, "waiting_input") ? CLASSES[seen] : "untold";
}
