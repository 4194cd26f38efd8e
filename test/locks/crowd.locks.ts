import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { ask, portOf } from "../support/http.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { Crowd, expectAnswer, memoryOf } from "./crowd.ts";
import { tcpAccess } from "./tcp-access.ts";

/** Each is a descriptor here, too. */
const CONNECTIONS = Math.min(10_000, Number(execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" })) - 500);
const ROOM_MB = 250;

async function crowded(): Promise<{ box: Sandbox; pid: number; port: number; crowd: Crowd; before: number }> {
  const box = sandbox();
  box.session("work");
  const status = await box.startDaemon();
  const port = portOf(status);
  const crowd = new Crowd(port);
  onTestFinished(() => crowd.leave());
  return { box, pid: status.pid as number, port, crowd, before: memoryOf(status.pid as number) };
}

/** Why entries were put aside. */
function rejections(box: Sandbox): string[] {
  const dir = join(box.home, "spool", "rejected");
  if (!existsSync(dir)) return [];
  const reasons = readdirSync(dir).filter((name) => name.endsWith(".reason"));
  return reasons.map((name) => readFileSync(join(dir, name), "utf8"));
}

/** The port answers whoever comes now. */
async function untilServed(port: number): Promise<void> {
  await until(
    async () => (await ask({ port }, { path: "/" }).catch(() => ({ status: 0 }))).status === 200,
    () => "the page does not come",
    60_000,
  );
}

describe("a crowd at the port", () => {
  it.each([
    ["say nothing", ""],
    ["drip their heads", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "],
  ])(
    `[SC7] ${CONNECTIONS} connections that %s do not keep the daemon from its own socket, cost little, and are gone by themselves`,
    async (_what, bytes) => {
      const { box, pid, port, crowd, before } = await crowded();
      await crowd.come(CONNECTIONS, bytes);
      await expectAnswer(box);
      expect(memoryOf(pid) - before).toBeLessThan(ROOM_MB);
      expect(crowd.open).toBeLessThan(1_000);
      // a letter now and then does not buy them more time
      const drip = setInterval(() => bytes !== "" && crowd.say("a"), 500);
      onTestFinished(() => clearInterval(drip));
      await until(
        () => crowd.open === 0,
        () => `${crowd.open} are still there`,
        60_000,
      );
      await untilServed(port);
      await expectAnswer(box);
    },
  );

  it("[SC7] a daemon that may have 1,024 descriptors keeps some for its own socket", async () => {
    const box = sandbox();
    box.session("work");
    execFileSync("sh", ["-c", `ulimit -n 1024; exec ${AGTMUX} daemon start`], { env: box.env, stdio: "pipe" });
    const port = portOf(await box.status());
    const crowd = new Crowd(port);
    onTestFinished(() => crowd.leave());
    await crowd.come(3_000, "GET / HTTP/1.1\r\n");
    await expectAnswer(box);
    expect((await box.agtmux(["list", "panes"])).code).toBe(0);
    crowd.leave();
    await untilServed(port);
  });

  it("[SC7] bodies that never end are not kept, and their senders not either", async () => {
    const { box, pid, port, crowd, before } = await crowded();
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100000000\r\n\r\n`;
    for (const path of ["/v1/attention", "/v1/pair"]) await crowd.come(150, head(path));
    for (let round = 0; round < 20; round += 1) {
      crowd.say(Buffer.alloc(256 * 1024, "x"));
      await expectAnswer(box);
    }
    expect(memoryOf(pid) - before).toBeLessThan(ROOM_MB);
    const drip = setInterval(() => crowd.say("x"), 500);
    onTestFinished(() => clearInterval(drip));
    await until(
      () => crowd.open === 0,
      () => `${crowd.open} are still there`,
      90_000,
    );
    await untilServed(port);
  });

  it("[SC7] upgrades that are refused, and that never say a word, do not pile up", async () => {
    const { box, port, crowd } = await crowded();
    const upgrade = `GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    await crowd.come(2_000, upgrade);
    await expectAnswer(box);
    await until(
      () => crowd.open === 0,
      () => `${crowd.open} are still there`,
      60_000,
    );
    await untilServed(port);
  });

  it("[SC7] many idle viewers of a device do not shut out the socket, and are gone with it", async () => {
    const { box, port } = await crowded();
    const { key } = await tcpAccess(box);
    const viewers = Array.from({ length: 600 }, () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/stream`, [`agtmux.key.${key}`]);
      socket.on("error", () => undefined);
      return socket;
    });
    onTestFinished(() => {
      for (const each of viewers) each.terminate();
    });
    await until(() =>
      viewers.every(({ readyState }) => readyState === WebSocket.OPEN || readyState === WebSocket.CLOSED),
    );
    expect(viewers.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBeGreaterThan(300);
    await expectAnswer(box);
    expect((await box.agtmux(["devices", "remove", "--all"])).code).toBe(0);
    await until(() => viewers.every(({ readyState }) => readyState === WebSocket.CLOSED));
    await untilServed(port);
  });
});

describe("more than anybody can mean", () => {
  it("[SC7] a line of 50 MB in a watched pane, and a marker after it: the marker is heard, memory is given back", async () => {
    const { box, pid, before } = await crowded();
    const pane = await box.registered("long");
    writeFileSync(
      join(box.dir, "line.js"),
      "const x = '--<[schmux:error:'.padEnd(1048576, 'x'); for (let n = 0; n < 50; n += 1) process.stdout.write(x); console.log(); console.log('--<[schmux:needs_testing:after it]>--');",
    );
    box.type(pane, `${process.execPath} ${join(box.dir, "line.js")}`);
    const said = (item: { message: string }) => item.message === "after it";
    await until(
      async () =>
        await box
          .pane(pane)
          .catch(() => null)
          .then((item) => item !== null && said(item)),
      async () => JSON.stringify(await box.pane(pane)),
      120_000,
    );
    await expectAnswer(box);
    expect(memoryOf(pid) - before).toBeLessThan(ROOM_MB);
  });

  it("[SC7] a hook with a payload of 100 MB is put aside by name, and the next one is heard", async () => {
    const { box, pid, before } = await crowded();
    const pane = await box.registered("hooks");
    box.type(pane, `head -c 104857600 /dev/zero | ${box.home}/bin/agtmux hook claude Stop; agtmux signal error after`);
    await untilPane(box, pane, ({ state }) => state === "error");
    await until(() => rejections(box).some((reason) => reason.includes("bytes: more than")));
    expect(memoryOf(pid) - before).toBeLessThan(ROOM_MB);
  });
});
