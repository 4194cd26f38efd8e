import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SoakWorld } from "./soak-world.ts";

const KEPT = /^(daemon\.log|agtmux\.db)/;

/** Copies logs and databases of all daemons and the server's log to a folder, in place of what an earlier run left there. */
export function keepEvidence(world: SoakWorld, faults: readonly string[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [n, { home }] of [world.watched, ...world.members].entries()) {
    const to = join(folder, n === 0 ? "watched" : `member-${n}`);
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(home).filter((each) => KEPT.test(each)))
      copyFileSync(join(home, name), join(to, name));
  }
  writeFileSync(join(folder, "nats-server.log"), world.nats.log());
  writeFileSync(join(folder, "faults.txt"), `${faults.join("\n")}\n`);
}
