import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** A daemon that joins as soon as it starts, with a heart that beats fast. `more`: lines of its table. */
export async function member(name: string, url: string, more: readonly string[] = []): Promise<Sandbox> {
  const box = sandbox();
  joinAtStart(box, name, url, ['beat = "500ms"', ...more]);
  await box.startDaemon();
  return box;
}

/** Writes the settings of a daemon that does not run yet. */
export function joinAtStart(box: Sandbox, name: string, url: string, more: readonly string[]): void {
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  const table = ["[fleet]", `url = "${url}"`, `name = "${name}"`, ...more];
  writeFileSync(join(box.home, "config.toml"), `${table.join("\n")}\n`);
}
