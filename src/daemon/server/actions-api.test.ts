import { Hono } from "hono";
import { expect, it } from "vitest";
import type { Sender } from "../actions/send.ts";
import { type ActionsBackend, mountActions } from "./actions-api.ts";
import { OWNER_CONTEXT } from "./request-context.ts";

it("[FL18] a prompt of a member that may not answer is sent as one that nobody watches, everybody else's as ever", async () => {
  const asked: unknown[] = [];
  const act = async (...[, sender]: unknown[]) => {
    asked.push((sender as Sender).manner);
    return {} as never;
  };
  const api = new Hono();
  mountActions(api, { send: act, complete: act } as unknown as ActionsBackend, { check: act });
  const post = (path: string, mayAnswer?: boolean) => {
    const member = { member: "two", person: null, user: "ann", mayAnswer: mayAnswer === true };
    const context = { ...OWNER_CONTEXT, ...(mayAnswer !== undefined && { member }) };
    const body = JSON.stringify({ ref: "claude", ...(path === "send" && { text: "1" }) });
    return api.fetch(new Request(`http://x/v1/actions/${path}`, { method: "POST", body }), context);
  };
  for (const path of ["send", "complete"]) {
    await post(path, false);
    await post(path, true);
    await post(path);
  }
  expect(asked).toEqual(["unwatched", "watched", "watched", "unwatched", "watched", "watched"]);
});
