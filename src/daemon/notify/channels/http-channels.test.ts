import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { discordServer, ntfyServer, slackServer, telegramServer } from "../../../../test/support/chat-servers.ts";
import { notificationOf } from "../../../../test/support/notification.ts";
import { jsonOf, receiver } from "../../../../test/support/receiver.ts";
import { ChannelSettings } from "../../../core/protocol/settings/settings-notify.ts";
import { silentLog } from "../../base/test-log.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import { createChannel } from "./create-channel.ts";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const SECRETS: Record<string, string> = {};

const deps: ChannelDeps = {
  secret(reference) {
    const found = SECRETS[reference];
    if (found === undefined) throw new ChannelFault(`${reference} is not set`, { lasting: true });
    return found;
  },
  clock: { now: () => NOW },
  log: silentLog(),
  runTmux: () => Promise.reject(new Error("no tmux here")),
  localTargets: () => [],
  panes: () => [],
  onChange: () => () => undefined,
  delivery: () => null,
  vapidPath: "",
};

function channel(settings: unknown): Channel {
  return createChannel("phone", ChannelSettings.parse(settings) as never, deps);
}

const send = (to: Channel, part = {}, signal = new AbortController().signal) => to.send(notificationOf(part), signal);

/** The fault of a send; null if it was accepted. */
async function fault(
  to: Channel,
  part = {},
): Promise<Pick<ChannelFault, "message" | "lasting" | "retryAfterMs"> | null> {
  try {
    await send(to, part);
    return null;
  } catch (error) {
    if (!(error instanceof ChannelFault)) throw error;
    const { message, lasting, retryAfterMs } = error;
    return { message, lasting, retryAfterMs };
  }
}

describe("webhooks", () => {
  it("[NT1, NT3] post the notification as JSON with its key", async () => {
    const server = await receiver(() => ({ status: 204 }));
    await send(channel({ kind: "webhook", url: `${server.url}/hook` }));
    const [request] = server.received;
    expect([request?.method, request?.path]).toEqual(["POST", "/hook"]);
    expect(request?.headers).toMatchObject({ "content-type": "application/json", "idempotency-key": "r1/a1/phone" });
    expect(request?.headers["x-agtmux-signature"]).toBeUndefined();
    expect(jsonOf(request)).toEqual(notificationOf());
  });

  it("[NT6, NT7] are signed over time and body with a secret that is read when it is needed", async () => {
    const server = await receiver(() => ({ status: 200 }));
    const to = channel({ kind: "webhook", url: server.url, secret: "env:HOOK_KEY", token: "env:HOOK_TOKEN" });
    expect(await fault(to)).toMatchObject({ message: "env:HOOK_TOKEN is not set", lasting: true });
    Object.assign(SECRETS, { "env:HOOK_KEY": "s3cret", "env:HOOK_TOKEN": "t0ken" });
    await send(to, { message: "Größe?" });
    const [request] = server.received;
    const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request?.headers["x-agtmux-signature"])) ?? [];
    expect(time).toBe(String(NOW / 1_000));
    const wanted = createHmac("sha256", "s3cret")
      .update(`${time}.`)
      .update(request?.body ?? "")
      .digest("hex");
    expect(given).toBe(wanted);
    expect(request?.headers.authorization).toBe("Bearer t0ken");
  });

  it("[NT8] send the user's own body as JSON, form or text, and nothing if it is invalid", async () => {
    const server = await receiver(() => ({ status: 200 }));
    const { url } = server;
    const message = 'a&b="{{title}}"';
    await send(channel({ kind: "webhook", url, template: '{"m":"{{message}}"}' }), { message });
    const form = { template: "m={{message}}", content_type: "application/x-www-form-urlencoded" };
    await send(channel({ kind: "webhook", url, ...form }), { message });
    await send(channel({ kind: "webhook", url, template: "{{message}}!", content_type: "text/plain" }), { message });
    const [json, asForm, text] = server.received;
    expect(jsonOf(json)).toEqual({ m: message });
    expect(new URLSearchParams(String(asForm?.body)).get("m")).toBe(message);
    expect([String(text?.body), text?.headers["content-type"]]).toEqual([`${message}!`, "text/plain"]);
    expect(await fault(channel({ kind: "webhook", url, template: "{" }))).toMatchObject({ lasting: true });
    const xml = channel({ kind: "webhook", url, template: "<a>{{message}}</a>", content_type: "text/xml" });
    expect(await fault(xml)).toMatchObject({ lasting: true, message: expect.stringContaining("text/xml") });
    expect(server.received).toHaveLength(3);
  });

  it("[NT5] say whether and when a retry helps", async () => {
    const server = await receiver(() => ({ status: 200 }));
    const to = channel({ kind: "webhook", url: server.url });
    server.next(
      { status: 500, body: "broken" },
      { status: 503, headers: { "retry-after": "7" } },
      { status: 429, headers: { "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" } },
      { status: 401, body: "who are you" },
      { status: 200, cut: true },
    );
    const { host } = new URL(server.url);
    expect(await fault(to)).toEqual({ message: `${host} answered 500: broken`, lasting: false, retryAfterMs: null });
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 7_000 });
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 30_000 });
    expect(await fault(to)).toMatchObject({ lasting: true, message: `${host} answered 401: who are you` });
    expect(await fault(to)).toMatchObject({ lasting: false, message: expect.stringContaining("could not be reached") });
    expect(await fault(to)).toBeNull();
  });

  it("[NT7] follow no redirect, so that nothing signed goes elsewhere", async () => {
    const elsewhere = await receiver(() => ({ status: 200 }));
    const server = await receiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
    expect(await fault(channel({ kind: "webhook", url: server.url }))).toMatchObject({
      lasting: true,
      message: expect.stringContaining("redirect"),
    });
    expect(elsewhere.received).toEqual([]);
  });

  it("[NT7] go by https except on this machine itself", async () => {
    SECRETS["env:ODD_URL"] = "file:///etc/passwd";
    SECRETS["env:NAMED_URL"] = "https://me:pass@127.0.0.1/";
    for (const url of ["http://192.0.2.1/", "http://localhost.example.com/", "env:ODD_URL", "env:NAMED_URL"])
      expect(await fault(channel({ kind: "webhook", url }))).toMatchObject({ lasting: true });
    const server = await receiver(() => ({ status: 200 }));
    expect(await fault(channel({ kind: "webhook", url: server.url.replace("127.0.0.1", "localhost") }))).toBeNull();
  });

  it("[NT6] no error message contains a secret, even if the server repeats it", async () => {
    SECRETS["env:ECHO"] = "t0p-secret";
    const server = await receiver(({ headers, path }) => ({
      status: 400,
      body: `no ${headers.authorization} ${path}`,
    }));
    SECRETS["env:ECHO_URL"] = `${server.url}/hidden`;
    const told = await fault(channel({ kind: "webhook", url: "env:ECHO_URL", token: "env:ECHO" }));
    expect(told?.message).toContain("no Bearer …");
    expect(told?.message).not.toContain("t0p-secret");
  });

  it("[NT6] messages do not contain an address's path, because it may be a secret", async () => {
    const server = await receiver(({ path }) => ({ status: 404, body: `Cannot POST ${path}` }));
    const secret = "T0p-S3cr3t-Part";
    SECRETS["env:PATH_URL"] = `${server.url}/hooks/${secret}?key=${secret}-2`;
    for (const kind of ["webhook", "slack", "discord"]) {
      const told = await fault(channel({ kind, url: "env:PATH_URL" }));
      expect(told?.message, kind).toBe(`${new URL(server.url).host} answered 404: Cannot POST …`);
    }
  });

  it("[NT3] an accepted notification counts as sent, even if the rest of the response stalls or is cut", async () => {
    const odd = createServer((request, response) => {
      response.writeHead(request.url === "/gone" ? 404 : 200, { "content-length": "100" });
      response.write("thank you", () => /cut|bot/.test(request.url ?? "") && response.destroy());
    });
    await new Promise<void>((done) => odd.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      odd.closeAllConnections();
      odd.close();
    });
    const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    for (const path of ["cut", "stall"])
      expect(await fault(channel({ kind: "webhook", url: `${url}/${path}` })), path).toBeNull();
    expect(await fault(channel({ kind: "webhook", url: `${url}/gone` }))).toMatchObject({
      lasting: true,
      message: expect.stringContaining("answered 404: thank you"),
    });
    SECRETS["env:CUT_BOT"] = "123456:ABC-def_1";
    const bot = channel({ kind: "telegram", token: "env:CUT_BOT", chat_id: 1, api: url });
    expect(await fault(bot)).toMatchObject({ lasting: false });
  });

  it("[NT5] reads an endless response only up to a limit, and an attempt can be stopped", async () => {
    let sent = 0;
    const endless = createServer((_, response) => {
      response.writeHead(500);
      const more = () => {
        sent += 65_536;
        if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(more));
      };
      more();
    });
    const silent = createServer(() => undefined);
    for (const server of [endless, silent]) {
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      onTestFinished(() => {
        server.closeAllConnections();
        server.close();
      });
    }
    const urlOf = (server: typeof endless) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const told = await fault(channel({ kind: "webhook", url: urlOf(endless) }));
    expect(told?.message.length).toBeLessThan(300);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    const stop = new AbortController();
    const waiting = send(channel({ kind: "webhook", url: urlOf(silent) }), {}, stop.signal);
    silent.once("request", () => stop.abort());
    await expect(waiting).rejects.toMatchObject({ lasting: false, message: expect.stringContaining("stopped") });
  });
});

describe("Slack", () => {
  it("[NT1, NT8] gets a body that its webhooks take, and its refusals are reported", async () => {
    const server = await slackServer("/services/T/B/x");
    SECRETS["env:SLACK"] = `${server.url}/services/T/B/x`;
    const to = channel({ kind: "slack", url: "env:SLACK" });
    expect(await fault(to, { message: "<!channel> & co" })).toBeNull();
    expect(jsonOf(server.received[0]).text).toContain("&lt;!channel&gt; &amp; co");
    server.next({ status: 429, headers: { "retry-after": "30" } }, { status: 410, body: "channel_is_archived" });
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 30_000 });
    expect(await fault(to)).toMatchObject({ lasting: true, message: expect.stringContaining("channel_is_archived") });
    SECRETS["env:SLACK"] = `${server.url}/services/gone`;
    expect(await fault(to)).toMatchObject({ lasting: true, message: expect.stringContaining("no_service") });
    expect(await fault(channel({ kind: "slack", url: "env:SLACK", template: "" }))).toMatchObject({ lasting: true });
  });
});

describe("Discord", () => {
  it("[NT1, NT8] gets a body that its webhooks take, and its retry time is read from the response", async () => {
    const server = await discordServer("/api/webhooks/1/x");
    SECRETS["env:DISCORD"] = `${server.url}/api/webhooks/1/x`;
    const to = channel({ kind: "discord", url: "env:DISCORD" });
    expect(await fault(to, { message: "*".repeat(5_000) })).toBeNull();
    expect(jsonOf(server.received[0])).toMatchObject({ allowed_mentions: { parse: [] } });
    const limited = { message: "You are being rate limited.", retry_after: 1.337, global: false };
    server.next(
      { status: 429, body: limited },
      { status: 429, body: { ...limited, retry_after: 1_337 }, headers: { "x-ratelimit-reset-after": "2.5" } },
    );
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 1_337 });
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 2_500 });
    SECRETS["env:DISCORD"] = `${server.url}/api/webhooks/2/y`;
    expect(await fault(to)).toMatchObject({ lasting: true, message: expect.stringContaining("404: Unknown Webhook") });
  });
});

describe("Telegram", () => {
  const TOKEN = "123456:ABC-def_1";

  it("[NT1, NT8] gets plain text for a chat; its refusals count, and no message contains the token", async () => {
    const server = await telegramServer(TOKEN, "-1001");
    SECRETS["env:BOT"] = TOKEN;
    const settings = { kind: "telegram", token: "env:BOT", chat_id: -1001, api: server.url };
    const to = channel(settings);
    expect(await fault(to, { message: "<b>*".repeat(3_000) })).toBeNull();
    server.next(
      {
        status: 429,
        body: { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 5 } },
      },
      { status: 200, body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" } },
      { status: 200, body: "<html>a portal</html>" },
    );
    expect(await fault(to)).toMatchObject({ lasting: false, retryAfterMs: 5_000 });
    expect(await fault(to)).toMatchObject({ lasting: true, message: expect.stringContaining("bot was blocked") });
    expect(await fault(to)).toMatchObject({ lasting: false });
    const lost = await fault(channel({ ...settings, chat_id: "7" }));
    expect(lost).toMatchObject({ lasting: true, message: expect.stringContaining("chat not found") });
    SECRETS["env:BOT"] = "9:other";
    const refused = await fault(to);
    expect(refused).toMatchObject({ lasting: true, message: expect.stringContaining("Unauthorized") });
    expect(refused?.message).not.toContain("9:other");
    SECRETS["env:BOT"] = "no token/../x";
    expect(await fault(to)).toMatchObject({ lasting: true });
  });
});

describe("ntfy", () => {
  it("[NT1, NT3] gets JSON, and a repetition replaces the first", async () => {
    const server = await ntfyServer("agents", "tk_1");
    SECRETS["env:NTFY"] = "tk_1";
    const settings = { kind: "ntfy", url: server.url, topic: "agents", token: "env:NTFY" };
    const to = channel(settings);
    for (const _ of [1, 2]) expect(await fault(to, { message: "Läuft «es»?" })).toBeNull();
    expect(await fault(to, { key: "r1/a2/phone", message: "ü".repeat(9_000) })).toBeNull();
    expect(server.received).toHaveLength(3);
    expect(server.shown()).toMatchObject([
      { title: "claude in host/work", message: "Läuft «es»?", priority: 4 },
      { topic: "agents" },
    ]);
    expect(server.received[0]?.headers["idempotency-key"]).toBe("r1/a1/phone");
    server.next({ status: 429, body: { code: 42908, http: 429, error: "limit reached: daily message quota reached" } });
    expect(await fault(to)).toMatchObject({ lasting: false, message: expect.stringContaining("daily message quota") });
    expect(await fault(channel({ ...settings, topic: "others" }))).toMatchObject({ lasting: true });
    SECRETS["env:NTFY"] = "tk_2";
    expect(await fault(to)).toMatchObject({ lasting: true, message: expect.stringContaining("unauthorized") });
    expect(await fault(channel({ ...settings, topic: "a/b" }))).toMatchObject({ lasting: true });
  });

  it("[NT6] a secret topic is in no message", async () => {
    const server = await ntfyServer("known", "tk_1");
    SECRETS["env:TOPIC"] = "guess-me-not";
    SECRETS["env:NTFY2"] = "tk_1";
    const to = channel({ kind: "ntfy", url: server.url, topic: "env:TOPIC", token: "env:NTFY2" });
    server.next({ status: 400, body: { error: "topic guess-me-not invalid" } });
    const told = await fault(to);
    expect(told?.message).toContain("topic … invalid");
    expect(jsonOf(server.received[0]).topic).toBe("guess-me-not");
  });
});
