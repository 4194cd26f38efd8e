import type { PaneCheck } from "../../core/protocol/lists/pane-check.ts";
import type { Machine } from "../targets/machine/machine.ts";

/** Results of the user's checks, as panes show them. */
export interface ShownChecks {
  /** Those that have run in a directory, or run now. */
  of(target: string, directory: string): readonly PaneCheck[];
  /** Files in a directory may have changed: finds out whether the results are still of them. */
  look(target: string, machine: Pick<Machine, "runScript">, directory: string): Promise<void>;
}
