import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CallingPanes, outbox, writeConfig } from "../support/calling-panes.ts";
import { killDaemon } from "../support/daemon-life.ts";
import { type FlakyReceiver, flakyReceiver } from "../support/flaky-receiver.ts";
import { sandbox, until } from "../support/sandbox.ts";

/** Set by `npm run test:notify`, which runs the full size. */
const IS_WHOLE = process.env.AGTMUX_TEST_NOTIFY === "whole";
const [PANES, ROUNDS, KILLS] = IS_WHOLE ? [100, 10, 10] : [12, 2, 2];
const PATIENCE_MS = 240_000;

const CONFIG = (url: string) => `
[notify]
timeout = "2s"
[notify.channels.keyed]
kind = "webhook"
url = "${url}/keyed"
[notify.channels.keyless]
kind = "slack"
url = "env:KEYLESS"
[[notify.rules]]
channels = ["keyed", "keyless"]
delay = "0s"
cooldown = "0s"
only_if_unwatched = false
`;

/** The calls that arrived on a path, once per delivery. */
function arrived({ taken }: FlakyReceiver, path: string): string[] {
  return taken.filter((one) => one.path === path).flatMap(({ body }) => /call \d+ of round \d+/.exec(body)?.[0] ?? []);
}

describe("notifications through servers that fail, from a daemon that is killed", () => {
  it(`[NT3] of ${PANES * ROUNDS} calls and ${KILLS} SIGKILLs every one is delivered, none twice by its key; without a key at most one is repeated by each kill`, {
    timeout: IS_WHOLE ? 1_800_000 : 120_000,
  }, async () => {
    const there = await flakyReceiver(7);
    const box = sandbox({ KEYLESS: `${there.url}/keyless` });
    writeConfig(box, CONFIG(there.url));
    const panes = new CallingPanes(box, PANES);
    await box.startDaemon();
    const expected: string[] = [];
    let kills = 0;
    const killSome = async (upTo: number) => {
      while (kills < upTo) {
        kills += 1;
        await sleep(Math.random() * 1_500);
        await killDaemon(box);
        await box.startDaemon();
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let pane = 0; pane < PANES; pane += 1) {
        const words = `call ${pane} of round ${round}`;
        expected.push(words);
        // alternate the kind, so that it counts as a new call however soon it comes
        panes.call(pane, round % 2 === 0 ? "needs_input" : "error", words);
      }
      await killSome(Math.ceil(((round + 1) * KILLS) / ROUNDS));
      for (const path of ["/keyed", "/keyless"])
        await until(
          () => new Set(arrived(there, path)).size === expected.length,
          () => `${path}: ${missing(expected, arrived(there, path))} are missing\n${box.log().slice(-3_000)}`,
          PATIENCE_MS,
        );
    }
    await until(() => outbox(box).every(({ state }) => state === "sent" || state === "dropped"));

    const keyed = there.taken.filter(({ path }) => path === "/keyed");
    const keys = new Map<string, Set<string>>();
    for (const { key, body } of keyed) {
      const { message } = JSON.parse(body) as { message: string };
      keys.set(message, (keys.get(message) ?? new Set()).add(key ?? ""));
    }
    // a receiver that honours the idempotency key has each call once
    expect(new Set(keyed.map(({ key }) => key)).size).toBe(expected.length);
    expect([...keys.values()].every(({ size }) => size === 1)).toBe(true);
    const repeated = ["/keyed", "/keyless"].map((path) => arrived(there, path).length - expected.length);
    for (const count of repeated) expect(count).toBeLessThanOrEqual(KILLS);
    expect(new Set(arrived(there, "/keyless"))).toEqual(new Set(expected));
    const rows = outbox(box);
    expect([rows.length, new Set(rows.map(({ key }) => key)).size]).toEqual([expected.length * 2, expected.length * 2]);
    const { asked, refused, cut, silent } = there.counts;
    console.info(
      `${expected.length} calls, 2 channels, ${KILLS} kills: ${asked} requests, of which ${refused} refused, ${cut} cut, ${silent} never answered; repeated ${repeated}`,
    );
    expect((refused + cut + silent) / asked).toBeGreaterThan(0.35);
  });
});

function missing(expected: readonly string[], there: readonly string[]): string {
  return expected.filter((one) => !there.includes(one)).join(", ");
}
