import type { RepairReport } from "../../core/protocol/daemon/repair.ts";
import { plain } from "./words.ts";

export function renderRepair({ repaired, damage, set_aside, restored, skipped }: RepairReport): string {
  if (!repaired) return "The database is sound: there was nothing to repair.";
  const from =
    restored === null
      ? "There was no backup that can be used: an empty database was begun."
      : `In its place is the backup of ${new Date(restored.at).toISOString()} (${plain(restored.path)}).`;
  return [
    `The database could not be used: ${plain(damage ?? "")}`,
    `It lies in ${plain(set_aside ?? "")} now.`,
    ...skipped.map((path) => `${plain(path)} cannot be used either.`),
    from,
    "'agtmux daemon start' reads again what waits in the spool, status files, agents' own files and screens.",
    "Devices must be paired again: 'agtmux pair'.",
  ].join("\n");
}
