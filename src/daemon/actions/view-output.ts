import type { GuardedPane } from "./guarded-pane.ts";

/** The last lines of the pane, including scrollback. */
export async function viewOutput(guardedPane: GuardedPane, lines: number, ansi: boolean): Promise<string[]> {
  const { pane_id } = guardedPane.pane;
  const shown = await guardedPane.do(`capture-pane -p ${ansi ? "-e " : ""}-S -${lines} -t ${pane_id}`, {
    areKeys: false,
  });
  const end = shown.findLastIndex((line) => line.trim() !== "") + 1;
  return shown.slice(Math.max(0, end - lines), end);
}
