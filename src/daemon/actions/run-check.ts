import { formatText } from "../../core/actions/tmux-words.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import { redactText } from "../../core/redact/redact-text.ts";
import check from "../../remote/check.sh";
import type { ActionTarget } from "./action-target.ts";

const START_MS = 60_000;
const MOST_LINES = 20;
const LONGEST_LINE = 300;

type Shell = Pick<ActionTarget, "runScript" | "socketName">;

export interface CheckPlace {
  directory: string;
  /** The tmux session that gets the window. */
  session: string;
}

/** How a check ended; the code is null, with the reason, if that is not known. */
export interface CheckEnd {
  code: number | null;
  lines: string[];
}

/** Starts a check in a window of its own; returns why not, or null. `run` names the folder of its result. */
export async function startCheck(
  target: Shell,
  { directory, session }: CheckPlace,
  { name, command, run }: { name: string; command: string; run: string },
): Promise<string | null> {
  const shown = { start_in: formatText(directory), window: formatText(`check ${name}`) };
  const values = { socket: target.socketName, directory, session, name, command, run, ...shown };
  const script = `${shellAssignments(values)}${check}\nstart_check`;
  const { code, stderr } = await target.runScript(script, { timeoutMs: START_MS });
  if (code === 0) return null;
  return code === 3 ? `${directory} is gone, or cannot be entered` : stderr.trim() || "tmux gave it no window";
}

/** Waits until a check has ended, and tells how; null if that could not be found out now. */
export async function awaitCheck(
  target: Shell,
  run: string,
  { wasLeft, timeoutMs }: { wasLeft: boolean; timeoutMs: number },
): Promise<CheckEnd | null> {
  const values = { socket: target.socketName, run, was_left: wasLeft ? "yes" : "" };
  const { code, stdout } = await target.runScript(`${shellAssignments(values)}${check}\nawait_check`, { timeoutMs });
  if (code === 5) return { code: null, lines: ["its window was closed, and it left no result"] };
  const [status = "", shown = ""] = stdout.split("\x1e");
  const ended = Number.parseInt(status, 10);
  return code !== 0 || Number.isNaN(ended) ? null : { code: ended, lines: lastLines(shown) };
}

function lastLines(text: string): string[] {
  if (text.trim() === "") return [];
  const lines = redactText(text.trimEnd()).split("\n");
  return lines.slice(-MOST_LINES).map((line) => line.trimEnd().slice(0, LONGEST_LINE));
}
