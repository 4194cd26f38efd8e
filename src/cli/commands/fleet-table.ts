import { Fault } from "../../core/protocol/base/fault.ts";
import { type TableFields, tableText, withoutBlocks, withTable } from "../../core/text/toml-tables.ts";
import { checkSettingsText, loadFileSettings } from "../common/load-settings.ts";
import { readSettingsFile, writeSettingsFile } from "../machine/settings-file.ts";

export function hasFleetTable(home: string): boolean {
  return loadFileSettings(home).settings.fleet !== null;
}

/** Writes the table `fleet` of config.toml, in place of one that is there; null removes it. Returns the file's path. */
export function writeFleetTable(home: string, fields: TableFields | null): string {
  const { settings, filePath } = loadFileSettings(home);
  if (fields === null && settings.fleet === null)
    throw new Fault("E_NOT_IN_FLEET", `this daemon is in no fleet: ${filePath} has no table [fleet]`);
  const file = readSettingsFile(filePath);
  const rest = withoutBlocks(
    file.text ?? "",
    ({ head }) => head === "[fleet]" || (fields === null && head === "[fleet.teams]"),
  );
  const text = fields === null ? rest : withTable(rest, tableText("[fleet]", fields));
  const { fleet } = checkSettingsText(filePath, text);
  if (fields === null && fleet !== null)
    throw new Fault("E_CONFIG_INVALID", `${filePath} has no line [fleet]: remove "fleet" there by hand`);
  writeSettingsFile(file, text);
  return filePath;
}
