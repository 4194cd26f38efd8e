import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, nkeys } from "@nats-io/transport-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { MEMBERS_BUCKET, panesBucket } from "../../src/core/fleet/fleet-names.ts";
import { permissionsText } from "../../src/core/fleet/permissions-text.ts";
import { bucketNow } from "../../src/daemon/fleet/bucket-now.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";
import type { FleetLink, LinkOptions } from "../../src/daemon/fleet/fleet-link.ts";
import { openMembersBucket, openPanesBucket } from "../../src/daemon/fleet/fleet-session.ts";
import { member } from "../support/member.ts";
import { type Nats, startNats } from "../support/nats.ts";
import { makeAccounts, seedOf } from "../support/nats-accounts.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { selfSigned } from "../support/self-signed.ts";

async function linkTo(nats: Nats, options: Partial<LinkOptions>): Promise<FleetLink> {
  const link = await connectNats({ urls: [nats.url], name: "ann", creds: null, caPath: null, ...options });
  onTestFinished(() => link.close());
  return link;
}

/** Files of a certificate for localhost. */
function certificate(): { ca: string; config: string } {
  const { dir } = sandbox();
  const { cert, key } = selfSigned("localhost");
  const [certFile, keyFile] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { ca: certFile, config: `tls { cert_file: "${certFile}", key_file: "${keyFile}" }` };
}

const overTls = ({ url }: Nats) => [url.replace("nats://127.0.0.1", "tls://localhost")];

describe("the connection to the fleet's server", () => {
  it("[FL26] over TLS it talks to the server of the named certificate only, and never without encryption", async () => {
    const { ca, config } = certificate();
    const [encrypted, plain] = [await startNats(config), await startNats()];
    const link = await linkTo(encrypted, { urls: overTls(encrypted), caPath: ca });
    expect(link.server.is_encrypted).toBe(true);
    await openMembersBucket(link);
    await expect(linkTo(encrypted, { urls: overTls(encrypted), caPath: certificate().ca })).rejects.toThrow(
      /certificate|self/i,
    );
    await expect(linkTo(encrypted, { urls: overTls(encrypted) })).rejects.toThrow(/certificate|self/i);
    await expect(linkTo(plain, { urls: overTls(plain), caPath: ca })).rejects.toThrow(/tls/i);
    expect((await linkTo(plain, {})).server.is_encrypted).toBe(false);
  });

  it("[FL10] [FL26] a member is known by its nkey, and bound by the same rules", async () => {
    const [ann, ben, stranger] = [nkeys.createUser(), nkeys.createUser(), nkeys.createUser()];
    const known = [
      { name: "ann", person: null, login: { nkey: ann.getPublicKey() } },
      { name: "ben", person: null, login: { nkey: ben.getPublicKey() } },
    ];
    const nats = await startNats(permissionsText(known, "top"));
    const admin = await linkTo(nats, { name: "admin", creds: "admin:top" });
    await openMembersBucket(admin);
    for (const { name } of known) await openPanesBucket(admin, name);
    const link = await linkTo(nats, { creds: seedOf(ann) });
    await link.put(panesBucket("ann"), "host.1", "row");
    await expect(link.put(panesBucket("ben"), "host.1", "forged")).rejects.toThrow(/permission/i);
    expect(await link.mayPublish("agtmux.act.ben.ben")).toBe(false);
    await expect(linkTo(nats, { creds: seedOf(stranger) })).rejects.toThrow(/authorization/i);
  });

  it("[FL26] credentials that have expired are refused, and those that expire end the connection", async () => {
    const { config, credsOf } = makeAccounts();
    const nats = await startNats(config);
    const now = Math.floor(Date.now() / 1_000);
    const short = await linkTo(nats, { creds: credsOf("ann", now + 5) });
    const link = await linkTo(nats, { creds: credsOf("ann", 0) });
    await openMembersBucket(link);
    await link.put(MEMBERS_BUCKET, "ann", "here");
    await expect(linkTo(nats, { creds: credsOf("ann", now - 60) })).rejects.toThrow(/authorization|expired/i);
    const fileWith = (name: string, expiresAt: number) => {
      const file = join(sandbox().dir, `${name}.creds`);
      writeFileSync(file, credsOf(name, expiresAt), { mode: 0o600 });
      return [`creds = "${file}"`];
    };
    const two = await member("two", nats.url, fileWith("two", 0));
    await until(async () => (await two.client.fleet()).server !== null);
    const one = await member("one", nats.url, fileWith("one", now - 60));
    await until(async () => (await one.client.fleet()).error !== null);
    expect((await one.client.fleet()).error).toMatchObject({
      code: "E_FLEET_UNREACHABLE",
      message: expect.stringMatching(/authorization|expired/i),
    });
    expect(await short.closed).toMatch(/expired/i);
  });
});

describe("what members send", () => {
  it("[FL20] a request that is sent again is not done again, also not by a daemon that has started since, nor after its time", async () => {
    const nats = await startNats();
    const two = await member("two", nats.url, ['allow = ["look", "answer"]']);
    const pane = await two.registered("work");
    two.type(pane, "agtmux signal error 'Build failed'");
    const { ref } = await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    const hostile = await connect({ servers: nats.url, inboxPrefix: "agtmux.inbox.one" });
    onTestFinished(() => hostile.close());
    await until(async () => (await two.client.fleet()).server !== null);
    const ask = async (text: string) => {
      const answer = await hostile.request("agtmux.act.two.one", text, { timeout: 60_000 });
      const { body } = answer.json<{ body: string }>();
      return JSON.parse(body) as Record<string, unknown>;
    };
    const request = (deadline: number) => ({
      ...{ fleet_version: 1, request_id: `request-${deadline}`, deadline, user: "me" },
      ...{ method: "POST", path: "/v1/attention", body: JSON.stringify({ action: "seen", refs: [ref] }) },
    });
    const text = JSON.stringify(request(Date.now() + 10_000));
    const first = await ask(text);
    expect(first.seen).toHaveLength(1);
    await two.client.unsee({ refs: [ref] });
    await untilPane(two, pane, ({ shelf }) => shelf === "blocked");
    expect(await ask(text)).toEqual(first);
    expect((await two.pane(pane)).shelf).toBe("blocked");
    expect(await ask(JSON.stringify(request(Date.now() - 60_000)))).toMatchObject({ code: "E_TIMEOUT" });
    await two.agtmux(["daemon", "restart"]);
    await until(async () => (await two.client.fleet()).server !== null);
    expect(await ask(text)).toMatchObject({ code: "E_TIMEOUT" });
    expect((await two.pane(pane)).shelf).toBe("blocked");
  });

  it("[FL8] [FL27] what is too large is refused with words, and hides nothing else", async () => {
    const nats = await startNats("max_payload: 80000");
    const [one, two] = await Promise.all([
      member("one", nats.url),
      member("two", nats.url, ['share = "output"', 'allow = ["look", "send"]']),
    ]);
    const pane = await two.registered("work");
    const there = (await two.pane(pane)).ref.replace("pane:", "pane:two.");
    const isListed = async () => (await one.panes()).items.some((item) => item.ref === there);
    await until(isListed);
    const link = await linkTo(nats, { name: "two" });
    await expect(link.put(panesBucket("two"), "host.99", "x".repeat(70_000))).rejects.toThrow(/maximum/i);
    expect((await bucketNow(link, panesBucket("two"))).has("host.99")).toBe(false);
    await expect(one.client.send({ ref: there, text: "x".repeat(100_000) })).rejects.toMatchObject({
      code: "E_INVALID_INPUT",
      message: expect.stringContaining("larger than the fleet's server takes"),
    });
    two.type(pane, "seq -f %0110g 1000 1999; echo al''l");
    await until(() => two.screen(pane).includes("all"));
    await expect(one.client.viewOutput({ ref: there, lines: 900 })).rejects.toMatchObject({
      code: "E_INVALID_INPUT",
      message: expect.stringContaining("too long"),
    });
    expect((await one.client.viewOutput({ ref: there, lines: 3 })).lines.join()).toContain("all");
    expect(await isListed()).toBe(true);
  });
});
