import { shellAssignments } from "../../core/provision/shell-words.ts";
import { redactText } from "../../core/redact/redact-text.ts";
import check from "../../remote/check.sh";
import type { ActionTarget } from "./action-target.ts";

/** A check that takes longer is given up; its window stays. */
const LONGEST_MS = 1_800_000;
const MOST_LINES = 20;
const LONGEST_LINE = 300;

export interface CheckPlace {
  directory: string;
  /** The tmux session that gets the window. */
  session: string;
}

/** Runs a check in a window of its own; resolves with its exit code, or null and the reason. */
export async function runCheck(
  target: Pick<ActionTarget, "runScript" | "socketName">,
  { directory, session }: CheckPlace,
  { name, command }: { name: string; command: string },
): Promise<{ code: number | null; lines: string[] }> {
  const values = { socket: target.socketName, directory, session, name, command };
  const { code, stdout, stderr } = await target.runScript(`${shellAssignments(values)}${check}`, {
    timeoutMs: LONGEST_MS,
  });
  if (code !== 0) {
    const why = code === 3 ? `${directory} is gone, or cannot be entered` : stderr.trim() || "tmux gave it no window";
    return { code: null, lines: [why] };
  }
  const [status = "", shown = ""] = stdout.split("\x1e");
  const ended = Number.parseInt(status, 10);
  return { code: Number.isNaN(ended) ? null : ended, lines: lastLines(shown) };
}

function lastLines(text: string): string[] {
  const lines = redactText(text.trimEnd()).split("\n");
  return lines.slice(-MOST_LINES).map((line) => line.trimEnd().slice(0, LONGEST_LINE));
}
