import { describe, expect, it } from "vitest";
import { outbox } from "../support/calling-panes.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { jsonOf, receiver } from "../support/receiver.ts";
import { type Sandbox, until, untilPane } from "../support/sandbox.ts";

/** Tables of a member whose channel tells of everything at once. */
const channel = (url: string) => [
  "[notify.channels.team]",
  'kind = "webhook"',
  `url = "${url}"`,
  "[[notify.rules]]",
  'channels = ["team"]',
  'delay = "0s"',
  'cooldown = "0s"',
  "only_if_unwatched = false",
];

/** What became of the notifications in the outboxes of these members, when none waits. */
async function settled(...boxes: Sandbox[]): Promise<(string | null)[]> {
  const rows = () => boxes.map((box) => outbox(box).map(({ state, outcome }) => ({ state, outcome })));
  await until(
    () => rows().every((each) => each.length > 0 && each.every(({ state }) => state !== "waiting")),
    () => JSON.stringify(rows()),
  );
  return rows().flatMap((each) => each.map(({ outcome }) => outcome));
}

describe("channels in a fleet", () => {
  it("[FL23] [FL28] of all members that may answer, the channels of one tell of a call, with the address of its pane there", async () => {
    const [nats, there] = [await startNats(), await receiver(() => ({ status: 200 }))];
    const [one, two, three] = await Promise.all([
      member("one", nats.url, ['allow = ["look", "two:answer", "three:answer"]']),
      member("two", nats.url, channel(there.url)),
      member("three", nats.url, channel(there.url)),
    ]);
    const pane = await one.registered("work");
    one.type(pane, "agtmux signal needs_input 'Which one?'");
    const { ref, attention } = await untilPane(one, pane, ({ shelf }) => shelf === "blocked");
    const outcomes = await settled(two, three);
    expect([...outcomes].sort()).toEqual([expect.stringMatching(/^dropped: told on (two|three)$/), "sent"]);
    const far = ref.replace("pane:", "pane:one.");
    expect(there.received.map(jsonOf)).toMatchObject([
      { ref: far, attention_id: attention?.attention_id, message: "Which one?", identity: { target: "one.host" } },
    ]);
  });
});
