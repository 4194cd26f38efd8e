import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { FleetStatus } from "../../src/core/protocol/fleet/fleet.ts";
import { panesIn } from "../support/bucket.ts";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

async function untilFleet(box: Sandbox, wanted: (status: FleetStatus) => boolean): Promise<FleetStatus> {
  let last: FleetStatus | null = null;
  await until(
    async () => {
      last = await box.client.fleet();
      return wanted(last);
    },
    () => `the fleet is ${JSON.stringify(last)}\n${box.log()}`,
  );
  return last as unknown as FleetStatus;
}

/** Both may change meanwhile: until they are equal, field by field. */
async function untilSame(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  let last: unknown[] = [];
  await until(
    async () => {
      last = await Promise.all([one(), other()]);
      return isDeepStrictEqual(last[0], last[1]);
    },
    () => JSON.stringify(last, null, 1),
  );
}

const healthOf = (name: string) => (status: FleetStatus) => status.members.find((each) => each.name === name)?.health;

describe("a fleet", () => {
  it("[FL1] [FL2] [FL9] a daemon joins by one command, sees the other member, and leaves by another", async () => {
    const nats = await startNats();
    const [one, two] = [sandbox(), await member("two", nats.url)];
    one.session("work");
    await one.startDaemon();
    expect((await one.agtmux(["fleet", "status"])).stdout).toContain("this daemon is in no fleet");
    expect(await one.agtmux(["fleet", "join", nats.url, "--name", "one"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("one is in the fleet: nats-server 2."),
    });
    await untilFleet(one, (status) => healthOf("two")(status) === "ok" && status.published === 1);
    expect((await one.agtmux(["fleet", "list"])).stdout).toMatch(/one \(here\) +ok[\s\S]*two +ok/);
    await untilFleet(two, (status) => status.members.length === 2);
    const again = await one.agtmux(["fleet", "join", "--name", "uno", "--allow", "+two:answer"]);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    for (const words of [
      `one is removed from ${nats.url}`,
      "name: one → uno",
      "allow: look → look, two:answer",
      "1 other member,",
    ])
      expect(again.stdout).toContain(words);
    const names = ({ members }: FleetStatus) => members.map(({ name }) => name).join();
    await untilFleet(two, (status) => names(status) === "two,uno");
    await untilFleet(one, ({ published }) => published === 1);
    expect(await one.agtmux(["fleet", "doctor"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/jetstream +on/),
    });
    expect(await one.agtmux(["fleet", "leave"])).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(one.home, "config.toml"), "utf8")).not.toContain("fleet");
    await untilFleet(two, (status) => status.members.length === 1);
    expect((await one.client.fleet()).name).toBeNull();
  });

  it("[FL4] [FL5] [FL12] a pane's row on the server follows it, also through a server that was killed and a daemon that was", async () => {
    const nats = await startNats();
    const box = await member("one", nats.url);
    const pane = await box.registered("work");
    box.type(pane, "agtmux signal working");
    await untilPane(box, pane, ({ state }) => state === "running");
    await untilSame(
      () => box.pane(pane),
      async () => {
        const row = (await panesIn(nats.url, "one")).get(pane);
        return row && { ...row, identity: { ...row.identity, member: "one" } };
      },
    );
    await nats.kill();
    await untilFleet(box, ({ error }) => error?.code === "E_FLEET_UNREACHABLE");
    const gone = box.session("gone");
    box.type(pane, "agtmux signal error 'the disk is full'");
    await untilPane(box, pane, ({ state }) => state === "error");
    await nats.start();
    await until(async () => (await panesIn(nats.url, "one")).get(pane)?.message === "the disk is full");
    expect([...(await panesIn(nats.url, "one")).keys()]).toContain(gone);
    await box.agtmux(["daemon", "stop"]);
    box.tmux("kill-session", "-t", "gone");
    await box.startDaemon();
    await until(async () => !(await panesIn(nats.url, "one")).has(gone));
    expect((await panesIn(nats.url, "one")).get(pane)?.state).toBe("error");
  });

  it("[FL17] [FL18] [FL21] a member answers an agent of another one, which decides, does and records it", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "one:answer"]']),
    ]);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal needs_input 'Which one?'");
    const { ref } = await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    const there = ref.replace("pane:", "pane:two.");
    await until(async () => (await one.panes()).items.some((each) => each.ref === there && each.shelf === "blocked"));
    expect((await one.agtmux(["view-output", "two"])).stdout).toContain("Which one?");
    let question: unknown;
    await until(async () => {
      [question] = (await one.client.questions()).items;
      return question !== undefined;
    });
    expect(question).toMatchObject({ ref: there, target: "two.host", state: "open" });
    expect(await one.agtmux(["send", "two", "--text", "echo sent"])).toMatchObject({ code: 92 });
    // its own guard: a shell has the pane, and would run the answer
    expect(await one.agtmux(["answer", "two", "--text", "echo answered"])).toMatchObject({ code: 42 });
    expect(await one.agtmux(["answer", "two", "--close"])).toMatchObject({ code: 0 });
    await untilPane(two, pane, ({ shelf }) => shelf === null);
    await until(async () => (await one.panes()).items.some((each) => each.ref === there && each.shelf === null));
    const audit = (await two.client.audit(0)).items.map(({ action, actor, outcome }) => [
      action,
      actor.member,
      outcome,
    ]);
    expect(audit).toEqual(
      expect.arrayContaining([
        ["view-output", "one", "done"],
        ["send", "one", "refused"],
        ["answer", "one", "refused"],
        ["answer", "one", "done"],
      ]),
    );
    await two.agtmux(["daemon", "stop"]);
    expect(await one.agtmux(["view-output", "two"])).toMatchObject({
      code: 62,
      stderr: expect.stringContaining("two does not answer"),
    });
  });

  it("[FL3] [FL6] [FL14] [FL15] [FL24] a member's panes are rows here, unknown while it is silent, until it is forgotten; and nobody else takes its name while it lives", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([member("one", nats.url), member("two", nats.url)]);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal needs_input 'Which one?'");
    const item = await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    expect(item.identity).toMatchObject({ target: "host", member: "two" });
    const ref = item.ref.replace("pane:", "pane:two.");
    const seen = async () => (await one.panes()).items.find((each) => each.ref === ref);
    await until(async () => (await seen())?.shelf === "blocked");
    await untilSame(seen, async () => {
      const now = await two.pane(pane);
      return { ...now, ref, identity: { ...now.identity, target: "two.host" } };
    });
    expect((await one.agtmux(["list", "panes", "--member", "two"])).stdout).toContain(ref);
    expect((await one.client.attention()).items).toMatchObject([{ ref, kind: "input", message: "Which one?" }]);
    expect((await one.agtmux(["list", "panes", "--member", "one"])).stdout).not.toContain(ref);
    expect(await one.agtmux(["list", "panes", "--member", "three"])).toMatchObject({ code: 6 });
    const { stdout } = await one.agtmux(["list", "panes", "--needs-action", "--target", "two.host", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { needs_action: 1 }, items: [{ ref }] });
    const thief = sandbox();
    await thief.startDaemon();
    expect(await thief.agtmux(["fleet", "join", nats.url, "--name", "two"])).toMatchObject({
      code: 101,
      stderr: expect.stringContaining("another daemon is in the fleet as two: 'agtmux fleet join --name NAME'"),
    });
    await untilFleet(one, (status) => healthOf("two")(status) === "ok");
    await thief.agtmux(["daemon", "stop"]);
    await two.agtmux(["daemon", "stop"]);
    await untilFleet(one, (status) => healthOf("two")(status) === "silent");
    await until(async () => (await seen())?.reason_code === "member_unreachable");
    expect(await seen()).toMatchObject({ state: "unknown", shelf: "blocked" });
    await two.startDaemon();
    await until(async () => (await seen())?.state === "waiting_input");
    expect(await one.agtmux(["fleet", "forget", "two"])).toMatchObject({
      code: 92,
      stderr: expect.stringContaining("two is there"),
    });
    await two.agtmux(["daemon", "stop"]);
    await untilFleet(one, (status) => healthOf("two")(status) === "silent");
    expect(await one.agtmux(["fleet", "forget", "two"])).toMatchObject({ code: 0 });
    await until(async () => (await seen()) === undefined);
    expect((await one.client.fleet()).members.map(({ name }) => name)).toEqual(["one"]);
    expect(await one.agtmux(["fleet", "forget", "two"])).toMatchObject({ code: 3 });
    await two.startDaemon();
    await until(async () => (await seen())?.state === "waiting_input");
  });

  it("[FL23] one device in the whole fleet rings for a call, whichever daemon it asks; and none where it may not answer", async () => {
    const nats = await startNats();
    const [one, two, three] = await Promise.all([
      member("one", nats.url, ['allow = ["two:answer"]']),
      member("two", nats.url),
      member("three", nats.url),
    ]);
    const panes = [await one.registered("first"), await one.registered("second")];
    for (const pane of panes) one.type(pane, "agtmux signal needs_input 'Which one?'");
    const calls = await Promise.all(
      panes.map(async (pane) => {
        const { attention } = await untilPane(one, pane, ({ shelf }) => shelf === "blocked");
        return attention?.attention_id ?? "";
      }),
    );
    const sees = async (box: Sandbox) => (await box.panes()).summary.shelves.blocked === 2;
    await until(async () => (await sees(two)) && (await sees(three)));
    expect((await three.client.claim(calls)).claimed).toEqual([]);
    const asked = [one, two, one, two].map(async ({ client }) => (await client.claim(calls)).claimed);
    expect((await Promise.all(asked)).flat().sort()).toEqual([...calls].sort());
  });

  it("[FL22] a call of another member is explained, put off and seen from here, and what only its machine can do says where", async () => {
    const nats = await startNats();
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['allow = ["look", "one:answer"]']),
    ]);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal completed 'All is done'");
    const { ref } = await untilPane(two, pane, ({ shelf }) => shelf === "done");
    const there = ref.replace("pane:", "pane:two.");
    const seen = async () => (await one.panes()).items.find((each) => each.ref === there);
    await until(async () => (await seen())?.shelf === "done");
    const [here, its] = await Promise.all([one.client.explain("two"), two.client.explain(ref)]);
    expect(here.pane).toMatchObject({ ref: there, identity: { target: "two.host", member: "two" } });
    const idsIn = ({ resolution }: typeof its) => resolution?.evidence.map(({ event_id }) => event_id);
    expect(idsIn(here)).toEqual(idsIn(its));

    expect(await one.agtmux(["attach", "two"])).toMatchObject({
      code: 92,
      stderr: expect.stringContaining(`that pane is on two: run 'agtmux attach ${ref}' there`),
    });
    expect(await one.agtmux(["next"])).toMatchObject({
      code: 27,
      stderr: expect.stringContaining(`agtmux answer ${there}`),
    });
    expect(await one.agtmux(["wait", there, "--state", "completed"])).toMatchObject({ code: 0 });

    expect(await one.agtmux(["snooze", "two", "1h"])).toMatchObject({ code: 0, stdout: `${there}: put off for 1h\n` });
    await until(async () => (await seen())?.snoozed_until !== null);
    expect((await two.pane(pane)).snoozed_until).not.toBeNull();
    expect(await one.agtmux(["snooze", "two", "--undo"])).toMatchObject({ code: 0 });
    await until(async () => (await seen())?.shelf === "done");
    expect(await one.agtmux(["seen", "--all"])).toMatchObject({ code: 0, stdout: `${there}: seen\n`, stderr: "" });
    await untilPane(two, pane, ({ shelf }) => shelf === null);
    expect(await one.agtmux(["seen", "two", "--undo"])).toMatchObject({ code: 0, stdout: `${there}: open again\n` });
    await until(async () => (await seen())?.shelf === "done");
    // two may do nothing here
    const own = await one.registered("mine");
    one.type(own, "agtmux signal completed");
    await until(async () => (await two.panes()).items.some(({ ref: each }) => each.startsWith("pane:one.")));
    await until(async () => (await two.panes()).summary.shelves.done === 2);
    expect(await two.agtmux(["seen", "one"])).toMatchObject({
      code: 92,
      stderr: expect.stringContaining("two may not mark anything as seen on one, which needs the role answer there"),
    });
    expect(await two.agtmux(["seen", "--all"])).toMatchObject({
      code: 0,
      stdout: `${ref}: seen\n`,
      stderr: expect.stringContaining("not on one: two may not mark anything as seen on one"),
    });
  });
});
