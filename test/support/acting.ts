import { join } from "node:path";
import { expect } from "vitest";
import { AuditList } from "../../src/core/protocol/actions.ts";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/error-codes.ts";
import type { PaneItem } from "../../src/core/protocol/lists.ts";
import { type Ran, type Sandbox, sandbox, until, untilPane } from "./sandbox.ts";
import { typist } from "./typist.ts";

export interface Stage {
  box: Sandbox;
  pane: string;
  item: PaneItem;
  /** What the agent was given so far. */
  read(): string[];
}

/** A daemon, and an agent that takes text, started from a shell with job control; a second session holds up the server. */
export async function stage(extra: NodeJS.ProcessEnv = {}, draft = ""): Promise<Stage> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  const { command, read } = typist(box.dir, { hook: join(box.home, "bin", "agtmux"), draft });
  const pane = box.session("work", "exec bash --norc --noprofile");
  box.type(pane, command);
  const item = await untilTyping(box, pane);
  return { box, pane, item, read };
}

/** The agent is found there and shows its box. */
export async function untilTyping(box: Sandbox, pane: string): Promise<PaneItem> {
  await until(
    () => box.screen(pane).includes("❯"),
    () => box.screen(pane),
  );
  return untilPane(box, pane, ({ agent }) => agent === "claude");
}

export function expectRefusal(ran: Ran, code: ErrorCode): void {
  expect([ran.code, ran.stdout, /\[(E_\w+)\]\n$/.exec(ran.stderr)?.[1]]).toEqual([ERRORS[code].exit, "", code]);
}

export async function audited(box: Sandbox): Promise<AuditList> {
  return AuditList.parse(await box.json("audit", "--json"));
}
