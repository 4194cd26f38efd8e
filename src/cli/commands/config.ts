import { Fault } from "../../core/protocol/base/fault.ts";
import type { SettingRow } from "../../core/protocol/settings/settings.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { table } from "../render/table.ts";
import { CONFIG } from "../tables/config.ts";

export function configCommand(args: string[], context: Context): void {
  const { positionals, values } = readOptions(CONFIG, args);
  if (positionals.join(" ") !== "list")
    throw new Fault(
      "E_USAGE",
      `config wants "list"${positionals.length === 0 ? "" : `, not "${positionals.join(" ")}"`}`,
    );
  const { filePath, rows } = loadSettings(context);
  context.out(
    values.json ? JSON.stringify({ schema_version: 1, file: filePath, settings: rows }) : render(rows, context.columns),
  );
}

function render(rows: readonly SettingRow[], columns: number | null): string {
  const cells = rows.map((row) => [row.name, row.value === "" ? '""' : row.value, row.origin, row.does]);
  return table([["SETTING", "VALUE", "FROM", "WHAT IT DOES"], ...cells], columns)
    .map((line) => line.join("  ").trimEnd())
    .join("\n");
}
