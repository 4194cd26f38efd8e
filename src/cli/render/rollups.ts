import type { State } from "../../core/protocol/base/state.ts";
import type { Tally } from "../../core/protocol/lists/lists-rollups.ts";
import { displayWidth, shorten } from "../../core/text/width.ts";
import type { ListLook } from "./panes.ts";
import { table, widthBefore } from "./table.ts";
import { paint, paintState, shortAge, stateSymbol } from "./words.ts";

/** A row that aggregates panes. */
export interface RollupRow {
  /** Null if there are only plain shells. */
  state: State | null;
  cells: string[];
  /** Cut if the terminal is narrow. */
  label: string;
  /** People type it: it is never cut, but put on its own line. */
  name: string;
  under: string[];
}

export const TALLY_HEADS = ["STATE", "FOR", "WAIT", "RUN", "AGENTS", "PANES"];
const MIN_NAME = 20;
const MIN_LABEL = 8;

export function tallyCells(tally: Tally, now: number): string[] {
  const { top_state, since, waiting, running, agents, panes } = tally;
  return [
    top_state ?? "-",
    since === null ? "-" : shortAge(now - since),
    ...[waiting, running, agents, panes].map(String),
  ];
}

/** The last two `heads` are for label and name; an empty label head omits the labels. */
export function renderRollups(heads: readonly string[], rows: readonly RollupRow[], look: ListLook): string {
  const { columns, colour, symbols } = look;
  const label = heads.at(-2) ?? "";
  const facts = [heads.slice(0, -2), ...rows.map(({ cells }) => cells)].map((cells, index) => {
    const state = rows[index - 1]?.state ?? null;
    return [...(symbols ? [state === null ? "" : stateSymbol(state)] : []), ...cells];
  });
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(facts.map((row) => [...row, ""]));
  const labels = label === "" ? null : fitLabels([label, ...rows.map((row) => row.label)], room);
  const names = [heads.at(-1) ?? "", ...rows.map(({ name }) => name)];
  const whole = facts.map((cells, index) => [
    ...cells,
    ...(labels === null ? [] : [labels[index] ?? ""]),
    names[index] ?? "",
  ]);
  const nameRoom = columns === null ? Number.POSITIVE_INFINITY : columns - widthBefore(whole);
  const isOver = names.map((name) => displayWidth(name) > nameRoom);
  const lines = table(
    whole.map((cells, index) => (isOver[index] ? [...cells.slice(0, -1), ""] : cells)),
    null,
  );
  return lines
    .flatMap((cells, index) => {
      const row = rows[index - 1];
      const line = (texts: string[]) => texts.join("  ").trimEnd();
      if (row === undefined) return [paint(line(cells), "1", colour)];
      const painted = cells.map((cell, place) =>
        place < (symbols ? 2 : 1) && row.state !== null ? paintState(cell, row.state, colour) : cell,
      );
      return [line(painted), ...(isOver[index] ? [`   ${row.name}`] : []), ...row.under.map((text) => `     ${text}`)];
    })
    .join("\n");
}

function fitLabels(labels: readonly string[], room: number): string[] {
  const width = Math.max(MIN_LABEL, room - MIN_NAME - 2);
  return labels.map((label) => shorten(label, width));
}
