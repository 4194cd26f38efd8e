import { expect, it } from "vitest";
import { type Backend, createApi } from "./api.ts";
import type { Principal } from "./gate.ts";

const WORDS = "the words that were sent";

/** Response for this client and path, when every list of the daemon contains text that was sent to an agent. */
async function readAs(principal: Principal, path: string): Promise<{ status: number; text: string }> {
  const backend = {
    actions: { audited: () => ({ items: [{ request: { text: WORDS } }] }) },
    questions: { list: () => ({ items: [{ text: "Which one?", answer: WORDS }] }) },
  };
  const api = createApi(backend as unknown as Backend, "1.2.3");
  const answer = await api.request(path, {}, { principal });
  return { status: answer.status, text: await answer.text() };
}

it("[SC5] read-only access shows what agents ask, but not what was sent to them", async () => {
  const looks: Principal = { may: "look", by: "cookie", device: "d1" };
  const acts: Principal = { may: "act", by: "key", device: "d1" };
  for (const path of ["/v1/audit", "/v1/questions?state=all"])
    expect([path, (await readAs(acts, path)).text.includes(WORDS)]).toEqual([path, true]);
  expect(await readAs(looks, "/v1/audit")).toMatchObject({ status: 403 });
  const asked = await readAs(looks, "/v1/questions?state=all");
  expect([asked.status, asked.text.includes("Which one?"), asked.text.includes(WORDS)]).toEqual([200, true, false]);
});
