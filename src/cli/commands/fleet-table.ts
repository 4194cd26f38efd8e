import { Fault } from "../../core/protocol/base/fault.ts";
import { type FleetSettings, fleetRows } from "../../core/protocol/settings/settings-fleet.ts";
import { type TableFields, withFields, withoutBlocks } from "../../core/text/toml-tables.ts";
import { checkSettingsText, loadFileSettings } from "../common/load-settings.ts";
import { readSettingsFile, writeSettingsFile } from "../machine/settings-file.ts";

/** A change of the table `fleet` that the daemon can read, and that is not written yet. */
export interface FleetChange {
  path: string;
  /** Null if there is no table. */
  before: FleetSettings | null;
  after: FleetSettings;
  /** Each setting that changes, such as `name: vm → ci`. */
  words: string[];
  write(): void;
}

export function hasFleetTable(home: string): boolean {
  return loadFileSettings(home).settings.fleet !== null;
}

/** Changes these fields of the table `fleet` of config.toml, which is made if there is none. All others stay. */
export function planFleetTable(home: string, fieldsUpon: (before: FleetSettings | null) => TableFields): FleetChange {
  const { settings, filePath: path } = loadFileSettings(home);
  const before = settings.fleet;
  const file = readSettingsFile(path);
  const text = withFields(file.text ?? "", "[fleet]", fieldsUpon(before));
  const after = checkSettingsText(path, text).fleet as FleetSettings;
  return {
    path,
    before,
    after,
    words: changeWords(before, after),
    write: () => void writeSettingsFile(file, text, { isPrivate: true }),
  };
}

/** Removes the table, with its teams. Returns the file's path. */
export function removeFleetTable(home: string): string {
  const { settings, filePath } = loadFileSettings(home);
  if (settings.fleet === null)
    throw new Fault("E_NOT_IN_FLEET", `this daemon is in no fleet: ${filePath} has no table [fleet]`);
  const file = readSettingsFile(filePath);
  const text = withoutBlocks(file.text ?? "", ({ head }) => head === "[fleet]" || head === "[fleet.teams]");
  if (checkSettingsText(filePath, text).fleet !== null)
    throw new Fault("E_CONFIG_INVALID", `${filePath} has no line [fleet]: remove "fleet" there by hand`);
  writeSettingsFile(file, text);
  return filePath;
}

function changeWords(before: FleetSettings | null, after: FleetSettings): string[] {
  if (before === null) return [];
  const old = new Map(fleetRows(before).map(({ name, value }) => [name, value]));
  return fleetRows(after)
    .filter(({ name, value }) => old.get(name) !== value)
    .map(({ name, value }) => `${name.replace("fleet.", "")}: ${old.get(name) || "none"} → ${value || "none"}`);
}
