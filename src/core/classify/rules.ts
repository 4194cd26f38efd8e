import type { Adapter } from "../adapter/adapter.ts";
import type { Line } from "../adapter/screen.ts";
import { rowsOf, withoutBlankEnd } from "../adapter/screen-rows.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import { saidAtEnd, workAtEnd } from "./agent-signs.ts";
import { byAdapter, endedInShell } from "./by-adapter.ts";
import { dialogAtEnd } from "./dialogs.ts";
import type { Excerpt } from "./excerpt.ts";
import { foregroundOf, isInterpreterPrompt, isPagerRow, isShellPrompt, sinceCommand } from "./foreground.ts";
import { lastLine } from "./last-line.ts";
import { linePrompt, scriptPrompt } from "./line-prompts.ts";
import { unknown } from "./verdicts.ts";

/** Agent type of a pane without a known agent: a shell and whatever it runs. */
const NO_AGENT = "generic";

/** Classifies by the screen alone: the agent's own adapter first, then rules for any program. `unknown` if in doubt. */
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

/** A shell that waits for a command is not a waiting agent; a script in it may be asking. */
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

/** The same text appeared above with a command after it: an unusual shell prompt. */
function isRepeated(rows: readonly Line[], { row, text }: Line): boolean {
  return rows.some((other) => other.row < row && other.text.startsWith(`${text} `));
}

function ofAgent(excerpt: Excerpt, rows: readonly Line[], last: Line, adapter: Adapter): Verdict {
  return byAdapter(excerpt, rows, adapter) ?? anyProgram(excerpt, rows, last);
}

function anyProgram({ agent, alternate, command, view }: Excerpt, rows: readonly Line[], last: Line): Verdict {
  if (isPagerRow(last.text)) return unknown("A pager is in front.", [last]);
  if (isInterpreterPrompt(last.text)) return unknown("An interpreter waits for a command.", [last]);
  // without a command name it may be a shell
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
