import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { panesBucket } from "../../src/core/fleet/fleet-names.ts";
import type { Ground } from "./faults.ts";
import type { MemberDaemon } from "./member-daemon.ts";

/** Writes down what every daemon shows and has logged, and what every server has stored, for whoever looks for the cause. */
export async function keepEvidence(
  { cluster, members, hub }: Ground,
  wrong: readonly string[],
  dir: string,
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const keep = (name: string, text: string) => writeFileSync(join(dir, name), text);
  keep("wrong.txt", `${wrong.join("\n")}\n`);
  for (const daemon of [...members, hub]) {
    keep(`${daemon.name}.shown.json`, await shownBy(daemon));
    keep(`${daemon.name}.log`, daemon.box.log());
  }
  for (const server of cluster.servers) {
    const { name } = server.machine;
    keep(`${name}.log`, server.log(Infinity));
    keep(`${name}.streams.json`, await server.streams());
    for (const member of members)
      keep(`${name}.${member.name}.rows.json`, JSON.stringify(await server.rows(panesBucket(member.name)), null, 1));
  }
}

async function shownBy({ box }: MemberDaemon): Promise<string> {
  const [status, rows] = await Promise.all([box.client.fleet(), box.panes()].map((each) => each.catch(String)));
  return JSON.stringify({ status, rows }, null, 1);
}
