import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { shorten, table, widthBefore } from "./table.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";

export interface Look {
  columns: number | null;
  colour: boolean;
}

/** Fewer columns than this are no place for a message: it gets a line of its own. */
const LEAST_MESSAGE = 30;

/** Who needs a person on top; panes without an agent last. */
export function renderPanes(list: PaneList, { columns, colour }: Look): string {
  if (list.items.length === 0)
    return "No panes: tmux is not running here, or has nothing open. 'agtmux daemon status' says more.";
  const head = ["", "STATE", "AGENT", "FOR", "SAID BY", "PANE", "MESSAGE"];
  const rows = [head, ...list.items.map((item) => rowOf(item, list.generated_at))];
  const stacked = columns !== null && widthBefore(rows) + LEAST_MESSAGE > columns;
  const [header = [], ...lines] = table(stacked ? rows.map((row) => row.slice(0, -1)) : rows, columns);
  const body = lines.flatMap((cells, index) => {
    const item = list.items[index] as PaneItem;
    const [symbol = "", state = "", ...rest] = cells;
    const line = [paintState(symbol, item.state, colour), paintState(state, item.state, colour), ...rest];
    const message = rows[index + 1]?.at(-1) ?? "";
    return stacked && message !== "" ? [line, ["", ` ${shorten(message, columns - 3)}`]] : [line];
  });
  const text = [paint(header.join("  ").trimEnd(), "1", colour), ...body.map((line) => line.join("  ").trimEnd())];
  return [...text, "", summaryOf(list)].join("\n");
}

function rowOf(item: PaneItem, now: number): string[] {
  const state =
    item.reason_code === null || item.reason_code === "runtime_ended"
      ? item.state
      : `${item.state} (${item.reason_code})`;
  const since = item.since === null ? "" : shortAge(now - item.since);
  const said = item.attention !== null && item.message === "" ? item.attention.message : item.message;
  const message = [item.attention?.label, plain(said)].filter((word) => word !== undefined && word !== "").join(": ");
  return [
    stateSymbol(item.state),
    state,
    item.agent ?? "-",
    since || "-",
    item.source ?? "-",
    plain(item.ref),
    message,
  ];
}

function summaryOf({ summary, partial, target_errors }: PaneList): string {
  const agents = `${summary.agents} ${summary.agents === 1 ? "agent" : "agents"} in ${summary.panes} ${summary.panes === 1 ? "pane" : "panes"}`;
  const need =
    summary.needs_action === 0
      ? "nobody needs you"
      : `${summary.needs_action} ${summary.needs_action === 1 ? "needs" : "need"} you`;
  const missing = partial ? `; not answering: ${target_errors.map((error) => error.target).join(", ")}` : "";
  return `${agents}, ${need}${missing}`;
}
