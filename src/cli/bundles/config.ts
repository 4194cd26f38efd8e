import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/protocol/fault.ts";
import { readSettings, type SettingRow } from "../../core/protocol/settings.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { table } from "../render/table.ts";

export function configCommand(args: string[], context: Context): void {
  const { positionals, values } = readOptions("config", args, {
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  if (positionals.join(" ") !== "list")
    throw new Fault(
      "E_USAGE",
      `config wants "list"${positionals.length === 0 ? "" : `, not "${positionals.join(" ")}"`}`,
    );
  const filePath = join(context.home, "config.toml");
  const flag = { tmux_socket: process.env.AGTMUX_TMUX_SOCKET === context.tmuxSocket ? undefined : context.tmuxSocket };
  const result = readSettings({ flag, environment: process.env, fileText: readIfThere(filePath), filePath });
  if (!result.ok) throw new Fault("E_CONFIG_INVALID", result.faults.join("\n"), { faults: result.faults });
  context.out(
    values.json
      ? JSON.stringify({ schema_version: 1, file: filePath, settings: result.rows })
      : render(result.rows, context.columns),
  );
}

function render(rows: readonly SettingRow[], columns: number | null): string {
  const cells = rows.map((row) => [row.name, row.value === "" ? '""' : row.value, row.origin, row.does]);
  return table([["SETTING", "VALUE", "FROM", "WHAT IT DOES"], ...cells], columns)
    .map((line) => line.join("  ").trimEnd())
    .join("\n");
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Fault("E_CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}`, { path }, cause);
  }
}
