import { existsSync, readdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { askRaw } from "../support/http.ts";
import { sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { Crowd, expectAnswer, memoryOf } from "./crowd.ts";
import { outcome, tcpAccess } from "./tcp-access.ts";

const MB = 1024 * 1024;

describe("too much at once", () => {
  it("[SC7] bodies, heads and addresses that are too large are refused, those of strangers by their head alone", async () => {
    const box = sandbox();
    await box.startDaemon();
    const { tcp, key, port } = await tcpAccess(box);
    const bearer = { authorization: `Bearer ${key}` };
    const body = Buffer.alloc(3 * MB, "x");
    expect(outcome(await tcp({ method: "POST", path: "/v1/attention", headers: bearer, body }))).toBe(
      "413 E_INVALID_INPUT",
    );
    expect(outcome(await tcp({ method: "POST", path: "/v1/pair", body: Buffer.alloc(MB / 2, "x") }))).toBe(
      "413 E_INVALID_INPUT",
    );
    expect(outcome(await tcp({ method: "POST", path: "/v1/attention", body }))).toBe("401 E_UNAUTHORIZED");
    // the answer comes before the body: nobody waits for what is not wanted
    const head = `POST /v1/attention HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${MB}\r\n\r\nbegun`;
    const early = new Promise<string>((done) => {
      const crowd = new Crowd(port);
      void crowd.come(1, head).then(() =>
        crowd.sockets[0]?.once("data", (bytes) => {
          crowd.leave();
          done(bytes.toString());
        }),
      );
    });
    expect(await early).toMatch(/^HTTP\/1\.1 401 /);
    for (const lines of [
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
      `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    ])
      expect(await askRaw(port, lines)).toMatch(/^HTTP\/1\.1 431 /);
    await expectAnswer(box);
  });

  it("[SC7] a frame that is too large closes its web socket, and a bomb of compressed ones is not taken up", async () => {
    const box = sandbox();
    const pane = box.session("work");
    await box.startDaemon();
    const { key, port } = await tcpAccess(box);
    for (const path of ["/v1/stream", "/v1/events", `/v1/terminal/${encodeURIComponent(pane)}`]) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [`agtmux.key.${key}`], { perMessageDeflate: true });
      const closed = new Promise<number>((done) => socket.once("close", done));
      socket.on("error", () => undefined);
      socket.once("open", () => socket.send(Buffer.alloc(MB)));
      expect([path, await closed, socket.extensions]).toEqual([path, 1009, ""]);
    }
    await expectAnswer(box);
  });

  it("[SC7] oversized entries, files and signals are put aside, and later ones are heard", async () => {
    const box = sandbox();
    const pane = box.session("work");
    const { pid = 0 } = (await box.startDaemon()) as { pid: number };
    await box.register(pane);
    const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
    const before = memoryOf(pid);
    const sparse = (path: string) => {
      const aside = join(box.dir, "huge.new");
      writeFileSync(aside, "needs_input huge ");
      truncateSync(aside, 100 * MB);
      renameSync(aside, path);
    };
    sparse(join(box.home, "spool", "new", "huge"));
    sparse(await box.statusFile(pane));
    sparse(join(box.dir, "squad-signal-tmux-work.json"));
    await until(() => existsSync(join(box.home, "spool", "rejected", "huge.reason")));
    drop(box, {
      agent: "claude",
      event: "Stop",
      pane,
      tmux,
      payload: JSON.stringify({ last_assistant_message: "y".repeat(3 * MB) }),
    });
    drop(box, { agent: "schmux", event: "needs_input", pane, tmux, payload: `asks ${"z".repeat(2 * MB)}` });
    await untilPane(box, pane, ({ state }) => state === "waiting_input");
    drop(box, { agent: "schmux", event: "error", pane, tmux, payload: "after them" });
    expect((await untilPane(box, pane, ({ state }) => state === "error")).message).toBe("after them");
    // an entry goes after its event is told
    await until(() => readdirSync(join(box.home, "spool", "new")).length === 0);
    expect(memoryOf(pid) - before).toBeLessThan(300);
  });
});
