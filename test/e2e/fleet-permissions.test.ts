import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { MEMBERS_BUCKET, panesBucket } from "../../src/core/fleet/fleet-names.ts";
import { permissionsText } from "../../src/core/fleet/permissions-text.ts";
import { encodeMemberFrame } from "../../src/core/protocol/fleet/member-frames.ts";
import { bucketNow } from "../../src/daemon/fleet/bucket-now.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import type { FleetLink } from "../../src/daemon/fleet/fleet-link.ts";
import { openMembersBucket, openPanesBucket } from "../../src/daemon/fleet/fleet-session.ts";
import { forgetMember } from "../../src/daemon/fleet/forget-member.ts";
import { TerminalExchange } from "../../src/daemon/fleet/terminal-exchange.ts";
import { type Nats, startNats } from "../support/nats.ts";
import { until } from "../support/sandbox.ts";

/** By itself it waits for a second only, which a loaded server may take. */
const ASKING = { timeout: 60_000 };

const members = [
  { name: "ann", person: null },
  { name: "ben", person: null },
  { name: "evil", person: "eve" },
].map((each) => ({ ...each, login: { password: `${each.name}-password` } }));

async function linkOf(nats: Nats, name: string, creds: string | null): Promise<FleetLink> {
  const link = await connectNats({ urls: [nats.url], name, creds, caPath: null });
  onTestFinished(() => link.close());
  return link;
}

/** A server with the printed rules, where ann has told of a pane, and evil is connected without our code. */
async function setUp() {
  const nats = await startNats(permissionsText(members, "top"));
  const admin = await linkOf(nats, "admin", "admin:top");
  await openMembersBucket(admin);
  for (const { name } of members) await openPanesBucket(admin, name);
  const ann = await linkOf(nats, "ann", "ann:ann-password");
  await ann.put(MEMBERS_BUCKET, "ann", "here");
  await ann.put(panesBucket("ann"), "host.1", "row");
  const evil = await connect({
    servers: nats.url,
    user: "evil",
    pass: "evil-password",
    inboxPrefix: "agtmux.inbox.evil",
    reconnect: false,
  });
  onTestFinished(() => evil.close());
  return { nats, ann, evil, written: () => writtenBy(ann) };
}

async function writtenBy(link: FleetLink): Promise<unknown> {
  const [records, rows] = await Promise.all([bucketNow(link, MEMBERS_BUCKET), bucketNow(link, panesBucket("ann"))]);
  return [records.get("ann")?.text, rows.get("host.1")?.text];
}

/** Whether the server refuses it for lack of rights. */
async function isRefused(attempt: Promise<unknown>): Promise<boolean> {
  const why = await attempt.then(
    () => "done",
    (error: Error) => error.message,
  );
  return /permissions violation|not permitted/i.test(why);
}

function publish(evil: NatsConnection, subject: string, more = {}): Promise<unknown> {
  return jetstream(evil, ASKING).publish(subject, "forged", more);
}

describe("the server's rules that 'agtmux fleet permissions' prints", () => {
  it("[FL10] a member with the rules does all that a member has to do", async () => {
    const { nats, ann } = await setUp();
    await openMembersBucket(ann);
    await openPanesBucket(ann, "ann");
    expect((await ann.read(panesBucket("ann"))).map(({ key }) => key)).toEqual(["host.1"]);
    await ann.purge(panesBucket("ann"), "host.1");
    expect((await bucketNow(ann, panesBucket("ann"))).size).toBe(0);
    expect(await ann.read(panesBucket("ann"))).toEqual([]);
    await ann.remove(MEMBERS_BUCKET, "ann");
    await expect(openPanesBucket(ann, "new")).rejects.toThrow(
      /has no bucket agtmux_panes_new yet.*--create --creds FILE/,
    );
    expect(await ann.mayPublish("agtmux.act.0.-")).toBe(false);
    await expect(linkOf(nats, "ann", "ann:wrong")).rejects.toThrow(/authorization/i);
    await expect(linkOf(nats, "ann", null)).rejects.toThrow(/authorization/i);
  });

  it("[FL10] a member cannot write for another, nor remove what another wrote", async () => {
    const { evil, written } = await setUp();
    const manager = await jetstreamManager(evil, { ...ASKING, checkAPI: false });
    expect(await isRefused(publish(evil, `$KV.${panesBucket("ann")}.host.1`))).toBe(true);
    expect(await isRefused(publish(evil, `$KV.${MEMBERS_BUCKET}.ann`))).toBe(true);
    for (const roll of ["all", "sub"]) {
      const rollup = headers();
      rollup.set("Nats-Rollup", roll);
      expect(await isRefused(publish(evil, `$KV.${MEMBERS_BUCKET}.evil`, { headers: rollup }))).toBe(true);
    }
    for (const bucket of [MEMBERS_BUCKET, panesBucket("ann")]) {
      expect(await isRefused(manager.streams.purge(`KV_${bucket}`))).toBe(true);
      expect(await isRefused(manager.streams.delete(`KV_${bucket}`))).toBe(true);
      expect(await isRefused(manager.streams.update(`KV_${bucket}`, { max_msgs: 1 }))).toBe(true);
      expect(await isRefused(manager.streams.deleteMessage(`KV_${bucket}`, 1))).toBe(true);
    }
    expect(await written()).toEqual(["here", "row"]);
  });

  it("[FL10] a member can neither listen to others' actions nor speak in another's name, also not by a stream", async () => {
    const { evil } = await setUp();
    const manager = await jetstreamManager(evil, { ...ASKING, checkAPI: false });
    for (const subject of ["agtmux.act.ann.>", "agtmux.act.>", "agtmux.inbox.ann.>", "agtmux.>", ">"]) {
      const subscription = evil.subscribe(subject);
      expect(await isRefused(subscription.closed.then((error) => Promise.reject(error ?? new Error("open"))))).toBe(
        true,
      );
    }
    const link = (republish: object, subjects: string[]) =>
      manager.streams.add({ name: "KV_agtmux_panes_evil2", subjects, ...republish });
    expect(await isRefused(link({}, ["agtmux.act.>"]))).toBe(true);
    expect(
      await isRefused(link({ republish: { src: ">", dest: "agtmux.act.ann.>" } }, ["$KV.agtmux_panes_evil.>"])),
    ).toBe(true);
    for (const forged of ["boss", "evil", "boss.evil", "eve.boss", "boss.eve.evil", "eve.evil.boss"])
      expect(await isRefused(evil.request(`agtmux.act.ann.${forged}`, "forged", ASKING))).toBe(true);
  });

  it("[FL34] a member can neither listen to a terminal of two others, nor speak for one of them, also not by a stream", async () => {
    const { nats, ann, evil } = await setUp();
    const heard: string[] = [];
    const ends: string[] = [];
    const listener = {
      message: (data: Uint8Array) => void heard.push(Buffer.from(data).toString()),
      paused: () => undefined,
      ended: ({ words }: { words: string }) => void ends.push(words),
    };
    const [annShows, benLooks, evilLooks] = ["ann", "ben", "evil"].map((ownName) => {
      const connect = () => linkOf(nats, ownName, `${ownName}:${ownName}-password`);
      return new TerminalExchange({ ownName, connect });
    }) as [TerminalExchange, TerminalExchange, TerminalExchange];
    const id = "0".repeat(32);
    await annShows.begin({ member: "ben", id, maxMessage: 1_000 }, listener);
    for (const subject of ["agtmux.terminal.>", "agtmux.terminal.ann.>", `agtmux.terminal.ben.ann.${id}`]) {
      const subscription = evil.subscribe(subject);
      expect(await isRefused(subscription.closed.then((error) => Promise.reject(error ?? new Error("open"))))).toBe(
        true,
      );
    }
    const forged = [
      `agtmux.terminal.ann.ben.${id}`,
      `agtmux.terminal.ben.ann.${id}`,
      `agtmux.terminal.ann.evil.x.${id}`,
    ];
    for (const subject of forged) expect(await isRefused(evil.request(subject, "forged", ASKING))).toBe(true);
    // a stream delivers to any subject, under its own one and with a reply
    const frame = encodeMemberFrame({ kind: "text", number: 1, bytes: Buffer.from("forged") });
    await jetstream(evil, ASKING).publish(`$KV.${panesBucket("evil")}.ann.ben.${id}`, frame);
    const config = { name: "c", deliver_policy: "all", ack_policy: "none", deliver_subject: forged[0] };
    const asked = JSON.stringify({ stream_name: `KV_${panesBucket("evil")}`, config });
    const replies: string[] = [];
    // a consumer delivers only where somebody listens to its very subject
    await ann.listen(forged[0] as string, (_bytes, _subject, reply) => void replies.push(reply));
    await evil.request(`$JS.API.CONSUMER.CREATE.KV_${panesBucket("evil")}.c`, asked, ASKING);
    await until(() => replies.some((reply) => reply.startsWith("$JS.ACK.")));
    // its own session of the same name is another one, and there is none
    const other = await evilLooks.begin(
      { member: "ann", id, maxMessage: 1_000 },
      { ...listener, message: () => undefined },
    );
    other.send("of evil");
    await until(() => ends.length > 0);
    expect(ends).toEqual(["the other member does not know this terminal"]);
    const ben = await benLooks.begin({ member: "ann", id, maxMessage: 1_000 }, listener);
    ben.send("of ben");
    await until(() => heard.length > 0);
    expect([heard, ends.length]).toEqual([["of ben"], 1]);
    expect(await ann.mayPublish(`agtmux.terminal.ben.ann.${id}`)).toBe(true);
    await Promise.all([annShows.stop(), benLooks.stop(), evilLooks.stop()]);
  });

  it("[FL34] rules from before there were terminals are named as the reason", async () => {
    const old = permissionsText(members, "top").replaceAll(/"agtmux\.terminal[^"]*"/g, '"agtmux.none"');
    const nats = await startNats(old);
    const exchange = new TerminalExchange({ ownName: "ann", connect: () => linkOf(nats, "ann", "ann:ann-password") });
    const listener = { message: () => undefined, paused: () => undefined, ended: () => undefined };
    await expect(exchange.begin({ member: "ben", id: "1", maxMessage: 1 }, listener)).rejects.toMatchObject({
      code: "E_NOT_ALLOWED",
      message: expect.stringContaining("'agtmux fleet permissions' prints rules that do"),
    });
  });

  it("[FL24] where the rules are in force, the admin forgets a member, and no other member does", async () => {
    const { nats, ann, written } = await setUp();
    const evil = await linkOf(nats, "evil", "evil:evil-password");
    await expect(forgetMember(evil, "ann")).rejects.toMatchObject({
      code: "E_NOT_ALLOWED",
      message: expect.stringContaining("--creds FILE"),
    });
    expect(await written()).toEqual(["here", "row"]);
    await forgetMember(await linkOf(nats, "admin", "admin:top"), "ann");
    expect(await writtenBy(ann)).toEqual([undefined, undefined]);
  });

  it("[FL19] what a stream of its own delivers to another's subject is told apart from a request", async () => {
    const { ann, evil } = await setUp();
    const replies: string[] = [];
    ann.respond("agtmux.act.ann.>", async (_text, _subject, reply) => {
      replies.push(reply);
      return "";
    });
    // with the reply of a request, which the stream does not keep
    const reply = "agtmux.inbox.evil.1";
    evil.publish(`$KV.${panesBucket("evil")}.host.1`, "forged", { reply });
    for (const [name, forged] of [
      ["c", "agtmux.act.ann.boss"],
      ["d", "agtmux.act.ann.boss.evil"],
    ]) {
      await ann.listen(forged as string, () => undefined);
      const consumer = { name, deliver_policy: "all", ack_policy: "none", deliver_subject: forged };
      const subject = `$JS.API.CONSUMER.CREATE.KV_${panesBucket("evil")}.${name}`;
      const asked = JSON.stringify({ stream_name: `KV_${panesBucket("evil")}`, config: consumer });
      await evil.request(subject, asked, ASKING);
    }
    await until(() => replies.filter((each) => each.startsWith("$JS.ACK.")).length >= 2);
    await evil.request("agtmux.act.ann.eve.evil", "", ASKING);
    expect(replies.filter((each) => /^agtmux\.inbox\.(boss|evil)\./.test(each))).toEqual([replies.at(-1)]);
  });
});
