import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { killDaemon } from "../support/daemon-life.ts";
import { isLong } from "../support/long.ts";
import { randomFrom } from "../support/random-from.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { stage } from "../support/stage.ts";

/** `npm run test:queue` kills 200 times. */
const KILLS = process.env.AGTMUX_TEST_QUEUE === "whole" ? 200 : isLong ? 20 : 1;
const SEED = Number(process.env.AGTMUX_TEST_SEED ?? Date.now() % 100_000);
/** So many prompts wait at each kill. */
const WAITING = KILLS === 1 ? 1 : 2;
/** From the moment a delivery begins until it is over. */
const DELIVERY_MS = 2_500;
/** A prompt of which nothing is known is looked at for up to a minute. */
const PATIENCE_MS = 180_000;

describe("a queue whose daemon is killed", () => {
  it(`[QU1, QU5] ${KILLS} kills at random moments of deliveries: each prompt is delivered once, in order (seed ${SEED})`, {
    timeout: 120_000 + KILLS * 20_000,
  }, async () => {
    const random = randomFrom(SEED);
    const { box, read } = await stage();
    await box.client.send({ ref: "claude", text: "the first prompt", wait: "accepted" });
    const added = ["the first prompt"];
    let held = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      while ((await promptsOf(box)).length < WAITING) {
        const text = `prompt number ${added.length}`;
        added.push(text);
        await box.client.enqueue({ ref: "claude", text });
      }
      await until(
        async () => {
          held += await decide(box, read());
          return (await promptsOf(box))[0]?.state.kind === "sending";
        },
        () => box.log(),
        PATIENCE_MS,
      );
      await sleep(random() * DELIVERY_MS);
      await killDaemon(box);
      await box.startDaemon();
    }
    await until(
      async () => {
        held += await decide(box, read());
        return (await promptsOf(box)).length === 0;
      },
      async () => `${JSON.stringify(await promptsOf(box))}\n${JSON.stringify(read())}\n${box.log()}`,
      PATIENCE_MS,
    );
    await until(() => read().length >= added.length);
    if (KILLS > 1) console.log(`${added.length} prompts, ${KILLS} kills, ${held} held for a person`);
    expect(read()).toEqual(added);
  });
});

async function promptsOf(box: Sandbox) {
  return (await box.client.queues()).items.flatMap(({ prompts }) => prompts);
}

/** Decides, as a person who looks at the agent would, about a prompt that is held. */
async function decide(box: Sandbox, read: readonly string[]): Promise<number> {
  const prompt = (await promptsOf(box)).find(({ state }) => state.kind === "held");
  if (prompt === undefined) return 0;
  await (read.includes(prompt.text) ? box.client.removeQueued(prompt.id) : box.client.retryQueued(prompt.id));
  return 1;
}
