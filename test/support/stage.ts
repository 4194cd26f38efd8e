import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { AuditList } from "../../src/core/protocol/actions/actions.ts";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { type Ran, type Sandbox, sandbox, until, untilPane } from "./sandbox.ts";
import { typist } from "./typist.ts";

export interface Stage {
  box: Sandbox;
  pane: string;
  item: PaneItem;
  /** The lines the agent has received so far. */
  read(): string[];
  /** How many characters its box shows. */
  typed(): number;
  /** Opens that dialog `afterMs` after the next key, without reporting it. */
  opens(screen: string, afterMs: number): void;
  /** Ends the work on its prompt. */
  rests(): void;
}

/** Starts a daemon and a typist agent in a shell with job control; a second session keeps the tmux server alive. */
export async function stage(extra: NodeJS.ProcessEnv = {}, draft = "", { works = false } = {}): Promise<Stage> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  const { command, log, read, typed } = typist(box.dir, { hook: join(box.home, "bin", "agtmux"), draft, works });
  const pane = box.session("work", "exec bash --norc --noprofile");
  box.type(pane, command);
  const item = await untilTyping(box, pane);
  const opens = (screen: string, afterMs: number) => writeFileSync(`${log}.ask`, JSON.stringify({ screen, afterMs }));
  const rests = () => writeFileSync(`${log}.rest`, "");
  return { box, pane, item, read, typed, opens, rests };
}

/** Waits until the agent is detected and shows its input box. */
export async function untilTyping(box: Sandbox, pane: string): Promise<PaneItem> {
  await until(
    () => box.screen(pane).includes("❯"),
    () => box.screen(pane),
  );
  return untilPane(box, pane, ({ agent }) => agent === "claude");
}

export function expectRefusal(ran: Ran, code: ErrorCode): void {
  expect([ran.code, ran.stdout, /^[^\n]*\[(E_\w+)\]\n/.exec(ran.stderr)?.[1]]).toEqual([ERRORS[code].exit, "", code]);
}

export async function audited(box: Sandbox): Promise<AuditList> {
  return AuditList.parse(await box.json("audit", "--json"));
}
