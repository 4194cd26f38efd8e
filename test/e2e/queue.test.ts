import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type QueueItem, QueueList, QueueReport } from "../../src/core/protocol/actions/queue.ts";
import { killDaemon } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { audited, expectRefusal, stage } from "../support/stage.ts";

async function queueOf(box: Sandbox): Promise<QueueItem | undefined> {
  return QueueList.parse(await box.client.queues()).items[0];
}

/** Begins a turn that goes on until `rests`. */
async function working() {
  const staged = await stage({}, "", { works: true });
  const { box, pane } = staged;
  await box.client.send({ ref: "claude", text: "work", wait: "accepted" });
  await untilPane(box, pane, ({ state }) => state === "running");
  return staged;
}

describe("a queue of prompts", () => {
  it("[QU1, QU2, QU5] prompts wait while the agent works, are sent in order when it rests, and survive a kill of the daemon", async () => {
    const { box, pane, read, rests } = await working();
    const added = await box.agtmux(["send", "claude", "--when", "idle", "--text", "first of all"]);
    expect([added.code, added.stdout]).toEqual([
      0,
      expect.stringContaining("place 1 of 1; the first one waits: it works"),
    ]);
    await box.json("queue", "add", "claude", "--text", "third", "--json");
    const { prompt_id } = QueueReport.parse(
      await box.json("queue", "add", "claude", "--text", "scond", "--place", "2", "--json"),
    );
    await box.agtmux(["queue", "edit", prompt_id ?? "", "--text", "second"]);
    await untilPane(box, pane, ({ queue }) => queue?.prompts === 3);
    await killDaemon(box);
    await box.startDaemon();
    const texts = (await queueOf(box))?.prompts.map(({ text }) => text);
    expect([texts, read()]).toEqual([["first of all", "second", "third"], ["work"]]);
    for (const count of [2, 3, 4]) {
      rests();
      await until(() => read().length === count);
    }
    expect(read()).toEqual(["work", "first of all", "second", "third"]);
    await untilPane(box, pane, ({ queue }) => queue === undefined);
    const { items } = await audited(box);
    const said = items.map(({ action, actor, request }) => [action, actor.via, request.verb ?? request.text]);
    expect(said).toEqual(
      expect.arrayContaining([
        ["queue", "cli", "add"],
        ["queue", "cli", "edit"],
        ["send", "queue", "second"],
      ]),
    );
  });

  it("[QU3, QU4] a paused queue, a draft of a person and a prompt that was removed: nothing is sent", async () => {
    const { box, pane, read } = await stage();
    await box.client.send({ ref: "claude", text: "begin", wait: "accepted" });
    await untilPane(box, pane, ({ state }) => state === "idle" || state === "completed");
    await box.client.pauseQueue({ ref: "claude", paused: true });
    const { prompt_id, queue } = await box.client.enqueue({ ref: "claude", text: "unwanted" });
    expect(queue.waits_for).toBe("the queue is paused");
    await box.client.enqueue({ ref: "claude", text: "wanted" });
    await box.client.removeQueued(prompt_id ?? "");
    box.tmux("send-keys", "-t", pane, "-l", "mine");
    await until(() => box.screen(pane).includes("❯ mine"));
    await box.client.pauseQueue({ ref: "claude", paused: false });
    await until(async () => (await queueOf(box))?.waits_for.includes("somebody has typed") === true);
    expect(read()).toEqual(["begin"]);
    box.tmux("send-keys", "-t", pane, "Enter");
    await until(() => read().length === 3);
    expect(read()).toEqual(["begin", "mine", "wanted"]);
  });

  it("[QU11] tell sends now to an agent that rests, and else by its queue, and says which", async () => {
    const { box, pane, read } = await stage({}, "", { works: true });
    await untilPane(box, pane, ({ state }) => state === "idle");
    const now = await box.agtmux(["tell", "claude", "look at the tests"]);
    expect([now.code, now.stdout]).toEqual([0, `claude in ${pane} rests: it is sent now\n`]);
    await until(() => read().length === 1);
    await untilPane(box, pane, ({ state, queue }) => state === "running" && queue === undefined);
    const later = await box.agtmux(["tell", "claude"], { input: "and then at main\n" });
    expect([later.code, later.stdout]).toEqual([
      0,
      expect.stringMatching(/^by its queue: .* the first one waits: it works\n$/),
    ]);
    expect(read()).toEqual(["look at the tests"]);
  });

  it("[QU12] a program without an adapter finds messages in its inbox file, one after the other", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await box.registered("work");
    const inbox = (await box.statusFile(pane)).replace("/signal/", "/inbox/");
    const first = await box.agtmux(["tell", pane, "read this"]);
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^by its inbox file: /)]);
    await until(() => existsSync(inbox));
    expect(readFileSync(inbox, "utf8")).toBe("read this\n");
    await box.client.tell({ ref: pane, text: "then this" });
    await until(async () => (await queueOf(box))?.waits_for === "the message before it is unread");
    expect(readFileSync(inbox, "utf8")).toBe("read this\n");
    rmSync(inbox);
    await until(() => existsSync(inbox));
    expect(readFileSync(inbox, "utf8")).toBe("then this\n");
  });

  it("[QU6] what is wrong has a code of its own", async () => {
    const { box } = await stage();
    expectRefusal(await box.agtmux(["queue", "remove", "nothing1"]), "E_QUEUED_NOT_FOUND");
    expectRefusal(await box.agtmux(["queue", "add", "first", "--text", "x"]), "E_NO_AGENT");
    expectRefusal(await box.agtmux(["queue", "add", "claude", "--text", "a\u001bb"]), "E_INVALID_INPUT");
    expectRefusal(await box.agtmux(["queue", "add", "claude", "--text", "x", "--after", "claude"]), "E_INVALID_INPUT");
    expectRefusal(await box.agtmux(["queue", "sort"]), "E_USAGE");
    expectRefusal(await box.agtmux(["send", "claude", "--when", "idle", "--keys", "Enter"]), "E_USAGE");
  });
});
