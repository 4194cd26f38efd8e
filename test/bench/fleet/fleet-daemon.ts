import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sandbox } from "../../support/sandbox.ts";

/** A daemon that is in a fleet as soon as it starts. */
export function fleetDaemon(name: string, url: string, extra: NodeJS.ProcessEnv = {}): Sandbox {
  const box = new Sandbox(extra);
  mkdirSync(box.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(box.home, "config.toml"), `[fleet]\nurl = "${url}"\nname = "${name}"\n`);
  return box;
}

/** Where its changes are told. */
export function streamUrl(box: Sandbox): string {
  return `ws+unix://${join(box.home, "agtmuxd.sock")}:/v1/stream`;
}
