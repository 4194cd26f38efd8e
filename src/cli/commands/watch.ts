import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { filterQuery, word } from "../common/list-filters.ts";
import { readOptions } from "../common/options.ts";
import { parseSpan } from "../common/span.ts";
import { parseSince, type Since } from "../live/since.ts";
import { viewOf } from "../live/view.ts";
import { printEvents, watchEvents, watchRows } from "../live/watch-lines.ts";
import { printTable, watchTable } from "../live/watch-table.ts";
import { WATCH } from "../tables/watch.ts";
import { watchPanes } from "../watch/watch-panes.ts";

const INTERVAL_MS = 100;

export async function watchCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(WATCH, args);
  const { scope, format } = values;
  const interval = values.interval === undefined ? INTERVAL_MS : intervalOf(values.interval);
  const since = values.since === undefined ? null : parseSince(values.since, Date.now());
  const query = [...filterQuery(values), ...word("sort", values.sort)];
  const once = values.once === true;
  if (format === "jsonl" && scope === "panes")
    return once ? printEvents(query, since, context) : watchEvents(query, since, context);
  // before anything is drawn: only the daemon can validate the filter values
  await context.client[scope](query);
  if (format === "jsonl") {
    if (since !== null)
      throw new Fault("E_USAGE", `--since goes with --scope panes: ${scope} have no log of their own`);
    return watchRows(viewOf(scope, query, 0), scope === "windows" ? "window" : "session", once, context);
  }
  const shown = scope === "panes" && !values.all ? [...query, ...word("agents_only", true)] : query;
  const view = viewOf(scope, shown, since === null ? 0 : timeOf(since));
  if (once) return printTable(view, context);
  const hasScreen = context.isTerminal && process.env.TERM !== "dumb";
  await (hasScreen && scope === "panes" ? watchPanes : watchTable)(
    view,
    { ...context, isTerminal: hasScreen },
    interval,
  );
}

/** A table shows panes, not events, so it cannot start from a cursor in the log. */
function timeOf(since: Since): number {
  if ("at" in since) return since.at;
  throw new Fault("E_USAGE", "--since with a cursor goes with --format jsonl; a table takes a time, such as 10m");
}

function intervalOf(text: string): number {
  const span = parseSpan(text);
  if (span === null) throw new Fault("E_USAGE", `--interval wants a time span such as 500ms or 2s, not "${text}"`);
  return span;
}
