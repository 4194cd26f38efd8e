import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { SettingRow } from "../../core/protocol/settings/settings.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { table } from "../render/table.ts";
import { CONFIG } from "../tables/config.ts";

export function configCommand(args: string[], context: Context): void {
  const { positionals, values } = readOptions(CONFIG, args);
  if (positionals.length > 0 && positionals.join(" ") !== "list")
    throw new Fault(
      "E_USAGE",
      `config wants "list", not "${positionals.join(" ")}": settings are changed in ${join(context.home, "config.toml")}`,
    );
  const { filePath, rows } = loadSettings(context);
  if (values.json) {
    context.out(JSON.stringify({ schema_version: 1, file: filePath, settings: rows }));
    return;
  }
  const shown = rows.filter(({ tuning, origin }) => values.all || !tuning || origin !== "default");
  context.out(render(shown, context.columns));
  const left = rows.length - shown.length;
  if (left > 0) context.note(`${left} more, for tuning, have their defaults: agtmux config list --all`);
}

function render(rows: readonly SettingRow[], columns: number | null): string {
  const cells = rows.map((row) => [row.name, row.value === "" ? '""' : row.value, row.origin, row.does]);
  return table([["SETTING", "VALUE", "FROM", "WHAT IT DOES"], ...cells], columns)
    .map((line) => line.join("  ").trimEnd())
    .join("\n");
}
