import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** A daemon that joins as soon as it starts, with a heart that beats fast. `more`: lines of its table. */
export async function member(name: string, url: string, more: readonly string[] = []): Promise<Sandbox> {
  const box = sandbox();
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  const table = ["[fleet]", `url = "${url}"`, `name = "${name}"`, 'beat = "500ms"', ...more];
  writeFileSync(join(box.home, "config.toml"), `${table.join("\n")}\n`);
  await box.startDaemon();
  return box;
}
