import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "./sandbox.ts";

/** The usage of a call, as OpenCode's plugin tells it. */
export function tellUsage(box: Sandbox, id: string, tokens: { input: number; output: number }, cost: number): void {
  const spool = join(box.home, "spool");
  for (const part of ["tmp", "new"]) mkdirSync(join(spool, part), { recursive: true });
  const counts = { ...tokens, reasoning: 44, cache: { read: 2_222, write: 0 } };
  const payload = { sessionID: "ses_1", id, modelID: "gpt-x", cost, tokens: counts, limit: 200_000 };
  const header = "agtmux1\tagent=opencode\tevent=message.used\tpane=\ttmux=\tpid=\tsession=";
  writeFileSync(join(spool, "tmp", id), `${header}\n${JSON.stringify(payload)}`);
  renameSync(join(spool, "tmp", id), join(spool, "new", id));
}
