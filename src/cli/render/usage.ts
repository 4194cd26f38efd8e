import { costWords, countWords } from "../../core/lists/usage-words.ts";
import { THIS_MACHINE } from "../../core/lists/who.ts";
import type { LimitItem, UsageItem, UsageList, Used } from "../../core/protocol/lists/usage.ts";
import { displayWidth } from "../../core/text/width.ts";
import { absentLines } from "./absent-members.ts";
import { moment } from "./moment.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge, timeLeft } from "./words.ts";

const COUNTS = ["calls", "input", "cached", "cache_written", "output", "reasoning", "total"] as const;
const HEADS = ["CALLS", "INPUT", "CACHED", "WRITTEN", "OUTPUT", "REASONING", "TOTAL"];

/** One line for each day, project, agent or model, their sum, and the limits of accounts. */
export function renderUsage(list: UsageList, { columns, colour }: Look): string {
  const limits = limitLines(list, { columns, colour });
  const absent = absentLines(list.members);
  if (list.items.length === 0)
    return [`no agent has told of any usage since ${list.since}`, ...absent, ...limits].join("\n");
  const head = [list.by.toUpperCase(), ...HEADS, "COST"];
  const rows = list.items.map((item) => [plain(nameOf(item)), ...cellsOf(item)]);
  const [first = [], ...lines] = aligned([head, ...rows, ["sum", ...cellsOf(list.sum)]]);
  const body = lines.map((cells) => cells.join("  ").trimEnd());
  const notes = notesOn(list.sum);
  return [paint(first.join("  ").trimEnd(), "1", colour), ...body, ...notes, ...absent, ...limits].join("\n");
}

/** With a line of names; `computed` and `unpriced_calls` say how far the cost can be trusted. */
export function usageCsv({ by, items }: UsageList): string {
  const hasTarget = by === "project" || by === "account";
  const head = [by, ...(hasTarget ? ["target"] : []), ...COUNTS, "cost_usd", "cost_computed", "unpriced_calls"];
  const rows = items.map((item) => [
    item.key,
    ...(hasTarget ? [item.target ?? ""] : []),
    ...COUNTS.map((name) => String(item[name])),
    item.cost.usd === null ? "" : String(item.cost.usd),
    String(item.cost.computed),
    String(item.cost.unpriced_calls),
  ]);
  return [head, ...rows].map((row) => row.map(csvCell).join(",")).join("\n");
}

function cellsOf(used: Used): string[] {
  return [...COUNTS.map((name) => countWords(used[name])), costWords(used.cost) || "-"];
}

function nameOf({ key, target }: UsageItem): string {
  const name = key === "" ? "not known" : key;
  return target === null || target === THIS_MACHINE ? name : `${target}: ${name}`;
}

/** Numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
  return rows.map((row) =>
    row.map((cell, column) => {
      const blanks = " ".repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell)));
      return column === 0 ? cell + blanks : blanks + cell;
    }),
  );
}

function notesOn({ cost: { computed, unpriced_calls } }: Used): string[] {
  return [
    ...(computed ? ["~ computed by the prices in config.toml"] : []),
    ...(unpriced_calls > 0 ? [`no price is known for ${unpriced_calls} calls: [[usage.prices]] in config.toml`] : []),
  ];
}

function limitLines({ limits, generated_at: now }: UsageList, { columns, colour }: Look): string[] {
  if (limits.length === 0) return [];
  const [head = [], ...rows] = table(
    [["LIMIT", "USED", "RESETS", "TOLD"], ...limits.map((limit) => limitCells(limit, now))],
    columns,
  );
  const lines = rows.map((cells) => cells.join("  ").trimEnd());
  return [
    "",
    paint(head.join("  ").trimEnd(), "1", colour),
    ...lines,
    ...limits.flatMap((limit) => forecast(limit, now)),
  ];
}

function forecast(limit: LimitItem, now: number): string[] {
  const { forecast_full_at: fullAt } = limit;
  return fullAt === undefined ? [] : [`forecast: at this rate ${limitName(limit)} is full at ${moment(fullAt, now)}`];
}

function limitName({ agent, target, window }: LimitItem): string {
  return plain(`${agent}${target === THIS_MACHINE ? "" : ` on ${target}`} ${window}`);
}

function limitCells(limit: LimitItem, now: number): string[] {
  const { used_percent, resets_at, at, pane_id } = limit;
  const isOver = resets_at !== null && resets_at <= now;
  const resets = resets_at === null ? "not known" : isOver ? "has reset since" : `in ${timeLeft(resets_at - now)}`;
  const teller = pane_id === null ? "" : ` by ${pane_id}`;
  return [limitName(limit), `${used_percent}%`, resets, plain(`${shortAge(now - at)} ago${teller}`)];
}

/** Quoted where needed; a program that calculates must not take a name for a formula. */
function csvCell(text: string): string {
  const safe = /^[=+@-]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
