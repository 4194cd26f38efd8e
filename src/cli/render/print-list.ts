import type { Scope } from "../../core/lists/parse-query.ts";
import type { PaneList } from "../../core/protocol/lists/lists.ts";
import type { SessionList, WindowList } from "../../core/protocol/lists/lists-rollups.ts";
import type { Context } from "../common/context.ts";
import { renderPanes } from "./panes.ts";
import { renderSessions } from "./sessions.ts";
import { noteTargetErrors } from "./target-errors.ts";
import { renderWindows } from "./windows.ts";

/** Prints the table, and on stderr the targets that are unreachable. */
export function printList(scope: Scope, list: PaneList | WindowList | SessionList, context: Context): void {
  if (scope === "panes") context.out(renderPanes(list as PaneList, context));
  else if (scope === "windows") context.out(renderWindows(list as WindowList, context));
  else context.out(renderSessions(list as SessionList, context));
  noteTargetErrors(list, context);
}
