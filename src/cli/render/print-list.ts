import type { Scope } from "../../core/lists/parse-query.ts";
import type { PaneList } from "../../core/protocol/lists.ts";
import type { SessionList, WindowList } from "../../core/protocol/lists-rollups.ts";
import type { Context } from "../context.ts";
import { renderPanes } from "./panes.ts";
import { renderSessions } from "./sessions.ts";
import { targetErrorLines } from "./target-errors.ts";
import { renderWindows } from "./windows.ts";

/** The table, and under it, for people only, which targets are out of reach. */
export function printList(scope: Scope, list: PaneList | WindowList | SessionList, context: Context): void {
  if (scope === "panes") context.out(renderPanes(list as PaneList, context));
  else if (scope === "windows") context.out(renderWindows(list as WindowList, context));
  else context.out(renderSessions(list as SessionList, context));
  for (const line of targetErrorLines(list)) context.note(line);
}
