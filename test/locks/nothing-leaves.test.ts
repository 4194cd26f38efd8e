import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

/** Notes every address that a process of ours connects to, looks up or writes to, and every program that it starts. */
const RECORDER = `
const { appendFileSync } = require("node:fs");
const note = (what) => appendFileSync(process.env.RECORDED, what + "\\n");
const before = (owner, name, tell) => {
  const real = owner[name];
  owner[name] = function (...words) {
    note(tell(words));
    return real.apply(this, words);
  };
};
before(require("node:net").Socket.prototype, "connect", ([to]) => {
  const options = Array.isArray(to) ? to[0] : to;
  return options.path === undefined ? "address " + options.host + ":" + options.port : "socket";
});
before(require("node:dgram").Socket.prototype, "send", () => "datagram");
for (const name of ["lookup", "resolve"]) before(require("node:dns"), name, ([host]) => "name " + host);
before(require("node:child_process").ChildProcess.prototype, "spawn", ([{ file }]) => "program " + file.split("/").at(-1));
`;
const SOON = {
  AGTMUX_NUDGE_FIRST: "200ms",
  AGTMUX_NUDGE_EVERY: "200ms",
  AGTMUX_NUDGE_AFTER: "1s",
  AGTMUX_NUDGE_QUIET: "500ms",
};
/** Those that carry something to another machine or person. */
const CARRIERS = /^program (ssh|curl|wget|nc|notify-send|osascript|gh|npm)$/;
/** The daemon listens there. */
const OWN_NAMES = ["name 127.0.0.1", "name ::1"];

it("[SC26] a daemon and commands without settings reach no address, and start nothing that does", {
  timeout: 180_000,
}, async () => {
  const box = recorded();
  const pane = await withCalls(box);
  for (const words of [
    ...[[], ["doctor"], ["usage"], ["pair"], ["notify", "status"], ["fleet", "status"], ["questions"]],
    ...[
      ["classify", pane],
      ["search", "words"],
      ["target", "list"],
      ["daemon", "restart"],
      ["integrate", "--dry-run"],
    ],
  ])
    await box.agtmux(words);
  const noted = notes(box);
  expect(noted).toContain("socket");
  const reached = noted.filter((line) => /^(address|name|datagram)/.test(line) && !OWN_NAMES.includes(line));
  expect([reached, noted.filter((line) => CARRIERS.test(line))]).toEqual([[], []]);
});

it("[SC26] once a channel is set up, it is reached: the recorder would have seen it", {
  timeout: 180_000,
}, async () => {
  const box = recorded();
  const receiver = createServer((_request, response) => response.end());
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  mkdirSync(box.home, { mode: 0o700 });
  const channel = `[notify.channels.here]\nkind = "webhook"\nurl = "http://127.0.0.1:${port}/"\n`;
  const rule = `[[notify.rules]]\nchannels = ["here"]\nkinds = ["stalled"]\ndelay = "0s"\n`;
  writeFileSync(join(box.home, "config.toml"), `${channel}${rule}`, { mode: 0o600 });
  await withCalls(box);
  await until(() => notes(box).includes(`address 127.0.0.1:${port}`));
});

function recorded(): Sandbox {
  const box = sandbox(SOON);
  const recorder = join(box.dir, "recorder.cjs");
  writeFileSync(recorder, RECORDER);
  Object.assign(box.env, { RECORDED: join(box.dir, "recorded"), NODE_OPTIONS: `--require ${recorder}` });
  return box;
}

/** A pane that says it works and then nothing, so that its screen is read, and one that asks. Returns the first. */
async function withCalls(box: Sandbox): Promise<string> {
  box.session("first");
  await box.startDaemon();
  const [silent, asks] = [await box.registered("silent"), await box.registered("asks")];
  box.type(asks, "agtmux signal needs_input 'Which database?'");
  box.type(silent, "agtmux signal working 'on it'; clear; sleep 1000");
  await untilPane(box, asks, ({ attention }) => attention?.kind === "input");
  await untilPane(box, silent, ({ attention }) => attention !== null);
  return silent;
}

function notes(box: Sandbox): string[] {
  const path = box.env.RECORDED as string;
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}
