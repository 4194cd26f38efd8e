import type { Adapter } from "../adapter/adapter.ts";
import type { Line, ScreenReading } from "../adapter/screen.ts";
import type { State } from "../protocol/base/state.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import { dialogAtEnd } from "./dialogs.ts";
import type { Excerpt } from "./excerpt.ts";
import { unknown, verdict } from "./verdicts.ts";

type Read = Extract<ScreenReading, { type: "read" }>;

/** The verdict of the agent's own cues; null if they do not know the screen. */
export function byAdapter(excerpt: Excerpt, rows: readonly Line[], { label, readScreen }: Adapter): Verdict | null {
  const top = excerpt.view?.top ?? 0;
  const reading = readScreen?.({ ...excerpt, lines: excerpt.lines.slice(top) });
  if (reading?.type !== "read" || reading.reading.evidence.kind !== "level") return null;
  // a prompt inside a full-screen program is not a shell's
  if (excerpt.alternate && reading.cue.name === "shell") return null;
  const quoted = quotedRows(reading, excerpt, rows.slice(top));
  const state = stateIn(reading);
  if (state !== null) return verdict(state, "high", quoted, `${label}: ${reading.cue.name.replaceAll("-", " ")}.`);
  if (reading.reading.evidence.phase === "rest")
    return unknown(`${label} is at rest; how its last turn ended the screen does not tell.`, quoted);
  return dialogAtEnd(rows.slice(top)) ?? unknown(`${label} asks something; what, the screen does not tell.`, quoted);
}

/** A shell prompt where the agent was: the agent has ended. */
export function endedInShell(excerpt: Excerpt, rows: readonly Line[], { label, readScreen }: Adapter): Verdict | null {
  const last = rows.slice(-1);
  const reading = readScreen?.({ lines: last.map(({ text }) => text), command: excerpt.command });
  return reading?.type === "read" && reading.cue.name === "shell"
    ? verdict("idle", "high", last, `${label} has ended, and its shell waits.`)
    : null;
}

function stateIn({ reading: { evidence, question } }: Read): State | null {
  if (evidence.kind !== "level") return null;
  if (evidence.state !== undefined) return evidence.state;
  if (evidence.phase === "busy") return "running";
  if (evidence.phase === "rest" || question === undefined) return null;
  return question.kind === "approval" ? "waiting_approval" : "waiting_input";
}

/** A cue may join several rows: quotes them as shown. Row 0 is the title. */
function quotedRows({ cue }: Read, { title }: Excerpt, rows: readonly Line[]): Line[] {
  if (cue.row === 0) return [{ row: 0, text: title ?? "" }];
  const row = rows[cue.row - 1];
  return row === undefined ? [] : [row];
}
