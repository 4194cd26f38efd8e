import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Delivery, Notification, NotifyStatus, PushState } from "../../src/core/protocol/notify/notify.ts";
import { CallingPanes, notifyStatus, outbox, writeConfig } from "../support/calling-panes.ts";
import { killDaemon, restartDaemon, stopDaemon } from "../support/daemon-life.ts";
import { ask, portOf } from "../support/http.ts";
import { PushReader, pushServer } from "../support/push-server.ts";
import { jsonOf, receiver } from "../support/receiver.ts";
import { type Sandbox, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";
import { view } from "../support/terminal-viewer.ts";

const AT_ONCE = 'delay = "0s"\ncooldown = "0s"\nonly_if_unwatched = false';

const hook = (name: string, url: string, more = "") =>
  `[notify.channels.${name}]\nkind = "webhook"\nurl = "${url}"\n${more}\n`;
const rule = (channels: string[], words: string) =>
  `[[notify.rules]]\nchannels = ${JSON.stringify(channels)}\n${words}\n`;

const rows = (box: Sandbox) => outbox(box).map(({ channel, state, outcome }) => [channel, state, outcome]);
const untilRows = (box: Sandbox, wanted: unknown[][]) =>
  until(
    () => JSON.stringify(rows(box)) === JSON.stringify(wanted),
    () => `${JSON.stringify(outbox(box), null, 1)}\n${box.log()}`,
  );

const socketOf = (box: Sandbox) => ({ socketPath: join(box.home, "agtmuxd.sock") });
const post = (box: Sandbox, path: string, value: object, method = "POST") => {
  const body = JSON.stringify(value);
  // node sends no content-length with DELETE by default
  return ask(socketOf(box), { method, path, body, headers: { "content-length": String(Buffer.byteLength(body)) } });
};

/** Files in this directory that contain these words. */
function filesWith(dir: string, words: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(words));
}

describe("notifications", () => {
  it("[NT3, AP30] a call is sent once with its key, and the outbox says so; calls made while the daemon was down are sent after the start", async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox();
    writeConfig(box, hook("team", there.url) + rule(["team"], AT_ONCE));
    const panes = new CallingPanes(box, 2);
    await box.startDaemon();
    panes.call(0, "needs_input", "Which colour?");
    await untilRows(box, [["team", "sent", "sent"]]);
    await stopDaemon(box);
    panes.call(1, "needs_input", "Which size?");
    await box.startDaemon();
    // that it was sent is stored after the answer
    await untilRows(box, [
      ["team", "sent", "sent"],
      ["team", "sent", "sent"],
    ]);
    const [first, second] = there.received.map((request) => Notification.parse(jsonOf(request)));
    const item = await box.pane(panes.ids[0] as string);
    expect(first).toMatchObject({
      key: `${item.runtime_id}/${item.attention?.attention_id}/team`,
      message: "Which colour?",
      kind: "input",
      identity: item.identity,
      ref: item.ref,
    });
    expect([there.received[0]?.headers["idempotency-key"], second?.message]).toEqual([first?.key, "Which size?"]);
    await killDaemon(box);
    await box.startDaemon();
    const status = NotifyStatus.strict().parse(await notifyStatus(box));
    expect(status).toMatchObject({
      counts: { waiting: 0, sent: 2, dropped: 0, dead: 0 },
      channels: [{ name: "team", kind: "webhook", fault: null, last_failure: null }],
      rules: ["input, approval, error, stalled, limited, budget → team: at once"],
    });
    expect(there.received).toHaveLength(2);
    expect((await box.agtmux(["notify", "status"])).stdout).toMatch(/team +webhook +2 +0 +0 .*ok[\s\S]*rules/);
  });

  it("[NT5] a failed notification is retried; one that cannot succeed is a dead letter, which can be sent by hand", async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox();
    writeConfig(box, hook("team", there.url) + rule(["team"], AT_ONCE));
    const panes = new CallingPanes(box, 2);
    await box.startDaemon();
    there.next({ status: 500, body: "not now" }, { status: 200 }, { status: 404, body: "no such hook" });
    panes.call(0, "needs_input", "one");
    await untilRows(box, [["team", "sent", "sent"]]);
    expect(outbox(box)[0]).toMatchObject({ attempts: 2 });
    panes.call(1, "needs_input", "two");
    await until(() => outbox(box)[1]?.state === "dead");
    const { dead, channels } = await notifyStatus(box);
    expect([dead.length, channels[0]?.last_failure]).toEqual([1, expect.stringContaining("404: no such hook")]);
    const key = dead[0]?.key ?? "";
    expect((await box.agtmux(["notify", "status"])).stdout).toContain(key);
    expect((await box.agtmux(["doctor", "--json"])).stdout).toContain("404: no such hook");
    expect((await box.agtmux(["notify", "retry", "no-such-key"])).code).toBe(95);
    expect((await box.agtmux(["notify", "retry", key])).code).toBe(0);
    await until(() => outbox(box)[1]?.state === "sent");
    expect((await box.agtmux(["notify", "retry", "--all"])).stdout).toBe("there is no dead letter\n");
    expect(there.received.map((request) => jsonOf(request).message)).toEqual(["one", "one", "two", "two"]);
  });

  it("[NT5] a test says how it went, with an exit code of its own, and never retries", async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox();
    writeConfig(box, hook("team", there.url));
    box.session("first");
    await box.startDaemon();
    const good = await box.agtmux(["notify", "test", "team"]);
    expect([good.code, good.stdout]).toEqual([0, expect.stringMatching(/^team \(webhook\) took it/)]);
    there.next({ status: 500, body: "broken" });
    const bad = await box.agtmux(["notify", "test", "team"]);
    expect([bad.code, bad.stderr]).toEqual([94, expect.stringMatching(/500: broken \[E_CHANNEL_FAILED\]/)]);
    const none = await box.agtmux(["notify", "test", "pigeon"]);
    expect([none.code, none.stderr]).toEqual([96, expect.stringContaining("there are team")]);
    for (const words of [["nothing"], ["test"], ["retry"], ["retry", "k", "--all"], ["status", "x"]])
      expect((await box.agtmux(["notify", ...words])).code, words.join(" ")).toBe(2);
    expect([there.received.length, outbox(box)]).toEqual([2, []]);
  });

  it("[NT6] secrets come from the environment and files, and are in no file of the home", async () => {
    const there = await receiver(({ headers }) =>
      headers.authorization === "Bearer tok3n-in-a-file"
        ? { status: 403, body: "not you, tok3n-in-a-file" }
        : { status: 400 },
    );
    const box = sandbox({ HOOK_ADDRESS: `${there.url}/s3cret-path` });
    writeFileSync(join(box.dir, "token"), "tok3n-in-a-file\n", { mode: 0o600 });
    const refs = `token = "file:${join(box.dir, "token")}"\n[notify.channels.gone]\nkind = "slack"\nurl = "env:NO_SUCH_NAME"`;
    writeConfig(box, hook("team", "env:HOOK_ADDRESS", refs) + rule(["team", "gone"], AT_ONCE));
    const panes = new CallingPanes(box, 1);
    await box.startDaemon();
    panes.call(0, "needs_input", "?");
    await until(() => outbox(box).filter(({ state }) => state === "dead").length === 2);
    expect(there.received[0]).toMatchObject({
      path: "/s3cret-path",
      headers: { authorization: "Bearer tok3n-in-a-file" },
    });
    const { channels } = await notifyStatus(box);
    expect(channels.map(({ name, fault }) => [name, fault])).toEqual([
      ["team", null],
      ["gone", expect.stringContaining("NO_SUCH_NAME")],
    ]);
    const doctor = await box.agtmux(["doctor"]);
    expect([doctor.code, doctor.stdout]).toEqual([76, expect.stringContaining("notify gone")]);
    await stopDaemon(box);
    const secrets = ["s3cret-path", "tok3n-in-a-file"];
    expect(secrets.flatMap((secret) => filesWith(box.home, secret))).toEqual([]);
    expect(filesWith(box.home, "not you, ")).not.toEqual([]);
    writeConfig(box, '[notify.channels.team]\nkind = "slack"\nurl = "https://hooks.slack.com/services/AAA"');
    const refused = await box.agtmux(["daemon", "start"]);
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('write "env:NAME" or "file:')]);
    expect(refused.stderr).not.toContain("services/AAA");
  });

  it("[AT4, NT4] a call that was seen on any device, answered or has ended is not sent any more", async () => {
    const box = sandbox();
    writeConfig(
      box,
      hook("a", "http://127.0.0.1:1") + hook("b", "http://127.0.0.1:1") + rule(["a", "b"], 'delay = "1h"'),
    );
    const panes = new CallingPanes(box, 3);
    await box.startDaemon();
    panes.call(0, "needs_input", "asked");
    await until(() => outbox(box).length === 2);
    panes.call(1, "needs_input", "answered");
    await until(() => outbox(box).length === 4);
    panes.call(2, "error", "ends");
    await until(() => outbox(box).length === 6);
    const [first] = (await notifyStatus(box)).waiting;
    await post(box, "/v1/attention", { action: "seen", attention_ids: [first?.notification.attention_id] });
    // the attention stays open, but no more notifications go out
    expect((await box.pane(panes.ids[0] as string)).attention).not.toBeNull();
    panes.call(1, "working", "on it");
    box.tmux("kill-pane", "-t", panes.ids[2] as string);
    await untilRows(box, [
      ["a", "dropped", "dropped: seen"],
      ["b", "dropped", "dropped: seen"],
      ["a", "dropped", "dropped: answered"],
      ["b", "dropped", "dropped: answered"],
      ["a", "dropped", "dropped: gone"],
      ["b", "dropped", "dropped: gone"],
    ]);
    await restartDaemon(box);
    expect((await notifyStatus(box)).counts).toEqual({ waiting: 0, sent: 0, dropped: 6, dead: 0 });
  });

  it("[NT4] repeated calls of an agent are sent once per cooldown; the last one waits for its end", async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox();
    writeConfig(
      box,
      hook("team", there.url) + rule(["team"], 'delay = "0s"\ncooldown = "1h"\nonly_if_unwatched = false'),
    );
    const panes = new CallingPanes(box, 1);
    const pane = panes.ids[0] as string;
    await box.startDaemon();
    for (const n of [1, 2, 3]) {
      panes.call(0, "needs_input", `call ${n}`);
      await untilPane(box, pane, ({ message, attention }) => message === `call ${n}` && attention !== null);
      await until(() => outbox(box).length === n && (n > 1 || outbox(box)[0]?.state === "sent"));
      if (n === 3) break;
      panes.call(0, "working", "on it");
      await untilPane(box, pane, ({ attention }) => attention === null);
    }
    expect(outbox(box).map(({ state, outcome }) => [state, outcome])).toEqual([
      ["sent", "sent"],
      ["dropped", "dropped: answered"],
      ["waiting", null],
    ]);
    const [sent, , last] = outbox(box);
    expect(last?.due_at).toBe((sent?.settled_at ?? 0) + 3_600_000);
    expect(there.received).toHaveLength(1);
  });

  it("[NT2] kinds, sessions, delay and quiet hours decide", async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox({ TZ: "UTC" });
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    const hours = `${clock(Date.now() - 3_600_000)}-${clock(Date.now() + 7_200_000)}`;
    writeConfig(
      box,
      ["plain", "night", "later", "done", "other"].map((name) => hook(name, `${there.url}/${name}`)).join("") +
        rule(["plain"], AT_ONCE) +
        rule(["night"], `${AT_ONCE}\nquiet_hours = "${hours}"`) +
        rule(["later"], 'delay = "2h"') +
        rule(["done"], `${AT_ONCE}\nkinds = ["done"]`) +
        rule(["other"], `${AT_ONCE}\nsessions = ["work-*"]`),
    );
    const panes = new CallingPanes(box, 1);
    await box.startDaemon();
    panes.call(0, "needs_input", "?");
    await until(() => there.received.length === 1);
    const by = Object.fromEntries(outbox(box).map((row) => [row.channel, Delivery.parse(row)]));
    expect(Object.keys(by).sort()).toEqual(["later", "night", "plain"]);
    const raised = by.plain?.notification.raised_at ?? 0;
    expect(by.later?.due_at).toBe(raised + 7_200_000);
    expect(clock(by.night?.due_at ?? 0)).toBe(hours.slice(6));
    panes.call(0, "completed", "there");
    await until(() => there.received.length === 2);
    expect(there.received.map(({ path }) => path)).toEqual(["/plain", "/done"]);
  });

  it("[NT2] a call waits while somebody watches its pane in a tmux client or in the dashboard", {
    timeout: 180_000,
  }, async () => {
    const there = await receiver(() => ({ status: 200 }));
    const box = sandbox();
    writeConfig(box, hook("team", there.url) + rule(["team"], 'delay = "0s"\ncooldown = "0s"'));
    const panes = new CallingPanes(box, 3);
    await box.startDaemon();
    const client = spawned("script", ["-qc", `tmux -L ${box.socketName} attach -t callers`, "/dev/null"], {
      ...box.env,
      TERM: "xterm-256color",
    });
    client.stdout.resume();
    await until(() => box.tmux("list-clients", "-F", "#{client_control_mode}").split("\n").includes("0"));
    (await view(box, panes.ids[1] as string)).ask({ type: "attended", is: true });
    panes.call(0, "needs_input", "looked at in tmux");
    panes.call(1, "needs_input", "looked at in the dashboard");
    panes.call(2, "needs_input", "nobody looks");
    await until(() => there.received.length === 1);
    await until(() => outbox(box).filter(({ outcome }) => outcome === "waits: somebody looks at it").length === 2);
    expect(jsonOf(there.received[0]).message).toBe("nobody looks");
    box.tmux("detach-client", "-s", "callers");
    await until(
      () => there.received.length === 2,
      () => box.log(),
      40_000,
    );
    expect(jsonOf(there.received[1]).message).toBe("looked at in tmux");
  });

  it("[AP30, NT1] a browser subscribes, gets a push, and is forgotten when its push service rejects it", async () => {
    const service = await pushServer();
    const box = sandbox();
    writeConfig(box, rule(["push"], AT_ONCE));
    const panes = new CallingPanes(box, 2);
    await box.startDaemon();
    expect((await notifyStatus(box)).channels).toEqual([]);
    const reader = new PushReader();
    const { public_key } = PushState.strict().parse(
      JSON.parse((await ask(socketOf(box), { path: "/v1/notify/push" })).text),
    );
    const subscription = service.subscribe(reader, public_key);
    expect((await post(box, "/v1/notify/push", subscription)).status).toBe(201);
    expect((await post(box, "/v1/notify/push", { ...subscription, endpoint: "http://push.example.com" })).status).toBe(
      400,
    );
    await restartDaemon(box);
    panes.call(0, "needs_input", "on the phone");
    await until(
      () => service.delivered().length === 1,
      () => box.log(),
    );
    expect(service.delivered()[0]?.text).toContain("on the phone");
    service.unsubscribe(subscription.endpoint);
    panes.call(1, "needs_input", "nobody hears");
    await until(async () => (await notifyStatus(box)).channels.length === 0);
    const state = PushState.parse(JSON.parse((await ask(socketOf(box), { path: "/v1/notify/push" })).text));
    expect(state).toEqual({ schema_version: 1, public_key, endpoints: [] });
    await post(box, "/v1/notify/push", service.subscribe(reader, public_key));
    const { endpoints } = JSON.parse((await ask(socketOf(box), { path: "/v1/notify/push" })).text) as PushState;
    expect(endpoints).toHaveLength(1);
    expect((await post(box, "/v1/notify/push", { endpoint: endpoints[0] }, "DELETE")).status).toBe(200);
    expect((await notifyStatus(box)).channels).toEqual([]);
  });

  it("[AP30] a removed device gets no more pushes", async () => {
    const service = await pushServer();
    const box = sandbox();
    box.session("first");
    const port = portOf(await box.startDaemon());
    const { code } = await box.json<{ code: string }>("pair", "--json");
    const tcp = (path: string, value: object, headers: Record<string, string> = {}) =>
      ask({ port }, { method: "POST", path, body: JSON.stringify(value), headers });
    const { key } = JSON.parse((await tcp("/v1/pair", { code, accepts_risk: true })).text) as { key: string };
    const { public_key } = JSON.parse((await ask(socketOf(box), { path: "/v1/notify/push" })).text) as PushState;
    const subscription = service.subscribe(new PushReader(), public_key);
    expect((await tcp("/v1/notify/push", subscription)).status).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await tcp("/v1/notify/push", subscription, headers)).status).toBe(201);
    const [channel] = (await notifyStatus(box)).channels;
    expect(channel).toMatchObject({ kind: "push", origin: "device", device_id: expect.stringMatching(/\S/) });
    expect((await box.agtmux(["notify", "test", "push"])).code).toBe(0);
    expect((await box.agtmux(["devices", "remove", "--all"])).code).toBe(0);
    expect((await notifyStatus(box)).channels).toEqual([]);
  });

  it("[UI13] a call that a page has claimed is not claimed anew after a restart", async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const claim = async (...ids: string[]) =>
      JSON.parse((await post(box, "/v1/attention/claim", { attention_ids: ids })).text) as { claimed: string[] };
    expect((await claim("a", "b")).claimed).toEqual(["a", "b"]);
    await killDaemon(box);
    await box.startDaemon();
    expect((await claim("b", "c")).claimed).toEqual(["c"]);
  });
});
