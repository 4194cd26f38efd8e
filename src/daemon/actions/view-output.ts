import type { PaneHold } from "./pane-hold.ts";

/** The last lines of the pane, those that have scrolled away included. */
export async function viewOutput(hold: PaneHold, lines: number, ansi: boolean): Promise<string[]> {
  const { pane_id } = hold.pane;
  const shown = await hold.do(`capture-pane -p ${ansi ? "-e " : ""}-S -${lines} -t ${pane_id}`, { areKeys: false });
  const end = shown.findLastIndex((line) => line.trim() !== "") + 1;
  return shown.slice(Math.max(0, end - lines), end);
}
