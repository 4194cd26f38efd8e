import type { Adapter } from "../agents/adapter.ts";
import type { Line } from "../agents/screen.ts";
import { rowsOf, withoutBlankEnd } from "../agents/screen-rows.ts";
import type { Verdict } from "../protocol/classify.ts";
import { saidAtEnd, workAtEnd } from "./agent-signs.ts";
import { byAdapter, endedInShell } from "./by-adapter.ts";
import { dialogAtEnd } from "./dialogs.ts";
import type { Excerpt } from "./excerpt.ts";
import { foregroundOf, isInterpreterPrompt, isPagerRow, isShellPrompt, sinceCommand } from "./foreground.ts";
import { lastLine } from "./last-line.ts";
import { linePrompt, scriptPrompt } from "./line-prompts.ts";
import { unknown } from "./verdicts.ts";

/** The runtime of a pane in which no agent is known: a shell, and whatever that runs. */
const NO_AGENT = "generic";

/** What the screen alone tells, by the agent's own adapter and then by rules for any program. In doubt `unknown`. */
export function classifyByRules(excerpt: Excerpt, adapter: Adapter | null): Verdict {
  const rows = withoutBlankEnd(rowsOf(excerpt.lines));
  const last = rows.at(-1);
  if (last === undefined) return unknown("The screen is blank.");
  switch (foregroundOf(excerpt.command)) {
    case "viewer":
      return unknown(`${excerpt.command} is in front: what it shows is not the agent's.`);
    case "shell":
      return inShell(excerpt, rows, last, adapter);
    case "program":
      return adapter === null ? anyProgram(excerpt, rows, last) : ofAgent(excerpt, rows, last, adapter);
  }
}

/** A shell that waits for a command is no agent that waits; one that runs a script may be asking for it. */
function inShell(excerpt: Excerpt, rows: readonly Line[], last: Line, adapter: Adapter | null): Verdict {
  if (!excerpt.alternate && isShellPrompt(last.text)) {
    const ended = adapter === null ? null : endedInShell(excerpt, rows, adapter);
    return ended ?? unknown("A shell waits for a command.", [last]);
  }
  const told = adapter === null ? null : byAdapter(excerpt, rows, adapter);
  if (told !== null) return told;
  const line = lastLine(rows, excerpt.view);
  const isOwn = excerpt.alternate || line === null || line.readings.some(isShellPrompt) || isRepeated(rows, last);
  const asked = isOwn ? null : scriptPrompt(line, rows);
  return asked ?? unknown("A shell is in front.", [last]);
}

/** What has stood there before, with a command after it, is a prompt of a shape that nobody foresaw. */
function isRepeated(rows: readonly Line[], { row, text }: Line): boolean {
  return rows.some((other) => other.row < row && other.text.startsWith(`${text} `));
}

function ofAgent(excerpt: Excerpt, rows: readonly Line[], last: Line, adapter: Adapter): Verdict {
  return byAdapter(excerpt, rows, adapter) ?? anyProgram(excerpt, rows, last);
}

function anyProgram({ agent, alternate, command, view }: Excerpt, rows: readonly Line[], last: Line): Verdict {
  if (isPagerRow(last.text)) return unknown("A pager is in front.", [last]);
  if (isInterpreterPrompt(last.text)) return unknown("An interpreter waits for a command.", [last]);
  // nobody says that this is no shell
  if (command === undefined && isShellPrompt(last.text)) return unknown("It may be a shell that waits.", [last]);
  const line = alternate ? null : lastLine(rows, view);
  const inSight = sinceCommand(rows.slice(view?.top ?? 0));
  return (
    dialogAtEnd(inSight) ??
    (line === null ? null : linePrompt(line, sinceCommand(rows))) ??
    workAtEnd(inSight) ??
    (agent === NO_AGENT ? null : saidAtEnd(inSight)) ??
    unknown("No rule fits.", [last])
  );
}
