import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** With its folders. */
export function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}
