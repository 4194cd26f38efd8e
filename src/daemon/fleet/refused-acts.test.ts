import { expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { RefusedActs } from "./refused-acts.ts";

it("[FL18] an action that a member may not ask for is in the audit, once a minute of each member and action", async () => {
  const written: unknown[] = [];
  let now = 0;
  const record = ({ action, actor, ref }: { action: string; actor: object; ref: string | null }) => {
    written.push([action, actor, ref]);
    return Promise.reject(new Error("the disk is full"));
  };
  const acts = new RefusedActs({ record } as never, { now: () => now } as never);
  const fault = new Fault("E_NOT_ALLOWED", "ben may not send on me");
  const ask = (action: "send" | "kill", member = "ben") =>
    acts.note({ action, asker: { member, person: null, user: "root" }, ref: "claude", fault });
  for (const _ of Array.from({ length: 100 })) ask("send");
  ask("kill");
  ask("send", "eve");
  now += 60_000;
  ask("send");
  const actor = (member: string) => ({ uid: null, user: "root", via: "fleet", member });
  expect(written).toEqual([
    ["send", actor("ben"), "claude"],
    ["kill", actor("ben"), "claude"],
    ["send", actor("eve"), "claude"],
    ["send", actor("ben"), "claude"],
  ]);
});
