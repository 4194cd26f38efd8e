import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { FILTER_OPTIONS, filterQuery, word } from "../list-filters.ts";
import { parseSince, type Since } from "../live/since.ts";
import { viewOf } from "../live/view.ts";
import { printEvents, watchEvents, watchRows } from "../live/watch-lines.ts";
import { printTable, watchTable } from "../live/watch-table.ts";
import { readOptions } from "../options.ts";
import { parseSpan } from "../span.ts";

const SCOPES = ["panes", "windows", "sessions"] as const;
const FORMATS = ["table", "jsonl"] as const;
const INTERVAL_MS = 100;

export async function watchCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions("watch", args, {
    options: {
      ...FILTER_OPTIONS,
      scope: { type: "string", default: "panes" },
      format: { type: "string", default: "table" },
      interval: { type: "string" },
      since: { type: "string" },
      sort: { type: "string" },
      once: { type: "boolean" },
    },
  });
  const scope = oneOf("--scope", values.scope, SCOPES);
  const format = oneOf("--format", values.format, FORMATS);
  const interval = values.interval === undefined ? INTERVAL_MS : intervalOf(values.interval);
  const since = values.since === undefined ? null : parseSince(values.since, Date.now());
  const query = [...filterQuery(values), ...word("sort", values.sort)];
  const once = values.once === true;
  if (format === "jsonl" && scope === "panes")
    return once ? printEvents(query, since, context) : watchEvents(query, since, context);
  // before anything is shown: the daemon alone knows what the values are worth
  await context.client[scope](query);
  if (format === "jsonl") {
    if (since !== null)
      throw new Fault("E_USAGE", `--since goes with --scope panes: ${scope} have no log of their own`);
    return watchRows(viewOf(scope, query, 0), scope === "windows" ? "window" : "session", once, context);
  }
  const view = viewOf(scope, query, since === null ? 0 : timeOf(since));
  await (once ? printTable(view, context) : watchTable(view, context, interval));
}

/** A table shows panes, not what happened in them: a place in the log says nothing about those. */
function timeOf(since: Since): number {
  if ("at" in since) return since.at;
  throw new Fault("E_USAGE", "--since with a cursor goes with --format jsonl; a table takes a time, such as 10m");
}

function intervalOf(text: string): number {
  const span = parseSpan(text);
  if (span === null) throw new Fault("E_USAGE", `--interval wants a time span such as 500ms or 2s, not "${text}"`);
  return span;
}

function oneOf<Word extends string>(option: string, word: string, fitting: readonly Word[]): Word {
  const found = fitting.find((each) => each === word);
  if (found === undefined) throw new Fault("E_USAGE", `${option} wants one of ${fitting.join(", ")}, not "${word}"`);
  return found;
}
