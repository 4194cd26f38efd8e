import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { MEMBERS_BUCKET, panesBucket } from "../../src/core/fleet/fleet-names.ts";
import { permissionsText } from "../../src/core/fleet/permissions-text.ts";
import { bucketNow } from "../../src/daemon/fleet/bucket-now.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import type { FleetLink } from "../../src/daemon/fleet/fleet-link.ts";
import { openMembersBucket, openPanesBucket } from "../../src/daemon/fleet/fleet-session.ts";
import { forgetMember } from "../../src/daemon/fleet/forget-member.ts";
import { type Nats, startNats } from "../support/nats.ts";

/** By itself it waits for a second only, which a loaded server may take. */
const ASKING = { timeout: 60_000 };

const members = [
  { name: "ann", person: null },
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
      const consumer = { name, deliver_policy: "all", ack_policy: "none", deliver_subject: forged };
      const subject = `$JS.API.CONSUMER.CREATE.KV_${panesBucket("evil")}.${name}`;
      const asked = JSON.stringify({ stream_name: `KV_${panesBucket("evil")}`, config: consumer });
      await evil.request(subject, asked, ASKING);
    }
    await evil.request("agtmux.act.ann.eve.evil", "", ASKING);
    expect(replies.filter((each) => /^agtmux\.inbox\.(boss|evil)\./.test(each))).toEqual([replies.at(-1)]);
  });
});
