import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Where an agent works: the directory that it reported, else its pane's. */
export function directoryOf({ doing, cwd }: Pick<PaneItem, "doing" | "cwd">): string {
  return doing?.directory?.path ?? cwd;
}
