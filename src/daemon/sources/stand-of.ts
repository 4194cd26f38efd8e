import { lstatSync } from "node:fs";

/** Changes with every write and every replacement; null if there is no file, or none that can be looked at. */
export function standOf(path: string): string | null {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}.${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`;
  } catch {
    return null;
  }
}
