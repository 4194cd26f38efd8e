import { lstatSync } from "node:fs";

/** Fingerprint that changes with every write and replacement; null if there is no file or it cannot be read. */
export function fileStamp(path: string): string | null {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}.${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`;
  } catch {
    return null;
  }
}
