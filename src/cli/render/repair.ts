import type { RepairReport } from "../../core/protocol/repair.ts";
import { plain } from "./words.ts";

export function renderRepair({ repaired, damage, set_aside, restored, skipped }: RepairReport): string {
  if (!repaired) return "The database is whole: there was nothing to repair.";
  const from =
    restored === null
      ? "There was no backup that is whole: an empty database was begun."
      : `In its place is the backup of ${new Date(restored.at).toISOString()} (${plain(restored.path)}).`;
  return [
    `The database was damaged: ${plain(damage ?? "")}`,
    `It lies in ${plain(set_aside ?? "")} now.`,
    ...skipped.map((path) => `${plain(path)} is damaged too.`),
    from,
    "'agtmux daemon start' reads again what waits in the spool, status files, agents' own files and screens.",
    "Devices must be paired again: 'agtmux pair'.",
  ].join("\n");
}
