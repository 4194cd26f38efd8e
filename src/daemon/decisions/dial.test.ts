import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { Outcome } from "../../core/adapter/decisions.ts";
import type { Heard } from "../../core/adapter/socket-channel.ts";
import { dial, tell } from "./dial.ts";

const folder = mkdtempSync(join(tmpdir(), "agtmux-dial-"));
const path = join(folder, "s");
let server = createServer();
afterEach(stop);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stop(): void {
  server.closeAllConnections();
  server.close();
}

/** A server that says `news` at a greeting and at each line, as the conversation reads it: JSON of what is heard. */
async function serving(...news: object[][]): Promise<string[]> {
  rmSync(path, { force: true });
  const lines: string[] = [];
  server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket: WebSocket) => {
    socket.on("message", (data) => {
      lines.push(String(data));
      for (const each of news[lines.length - 1] ?? []) socket.send(JSON.stringify(each));
    });
  });
  server.listen(path);
  await once(server, "listening");
  return lines;
}

const conversation = { opening: "hello", hear: (message: string): Heard => ({ news: JSON.parse(message) }) };
const REQUEST = { type: "request", id: "0", payload: "make all" };
const OVER = { type: "over", id: "0" };
const outcome = (how: Outcome) => ({ type: "outcome", how });
const find = (isWanted = (payload: string) => payload === "make all") => dial(connect(path), conversation, isWanted);

describe("a request at an agent's socket", () => {
  it("[DC6] is found and answered, and the agent says that it was taken", async () => {
    const lines = await serving([REQUEST], [OVER, outcome("done")]);
    const dialed = await find();
    expect(dialed?.payload).toBe("make all");
    expect(await dialed?.reply("yes", true)).toBe("taken");
    expect(lines).toEqual(["hello", "yes"]);
  });

  it("[DC5, DC6] is not answered where the person was quicker, or the agent says so afterwards", async () => {
    const lines = await serving([REQUEST, OVER]);
    const dialed = await find();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await dialed?.reply("yes", true)).toBe("refused");
    expect(lines).toEqual(["hello"]);
    stop();
    await serving([REQUEST], [OVER, outcome("done")]);
    expect(await (await find())?.reply("no", false)).toBe("refused");
  });

  it.each<[string, Outcome[], string]>([
    ["declined", ["declined", "stopped"], "refused"],
    ["stopped", ["stopped"], "stopped"],
    ["done, although the turn was stopped first", ["stopped", "done"], "taken"],
  ])("[DC5, DC6] a Yes to what is %s then is reported as such", async (_, hows, reply) => {
    await serving([REQUEST], [OVER, ...hows.map(outcome)]);
    expect(await (await find())?.reply("yes", true)).toBe(reply);
    stop();
    await serving([REQUEST], [OVER, outcome("stopped")]);
    expect(await (await find())?.reply("no", false)).toBe("taken");
  });

  it.each([
    ["nothing is open", [{ type: "nothing" }]],
    ["something else is asked", [{ ...REQUEST, payload: "rm" }]],
  ])("[DC6] is none where %s", async (_, news) => {
    await serving(news);
    expect(await find()).toBeNull();
  });

  it.each([
    [true, [{ type: "done" }]],
    [false, [{ type: "nothing" }]],
  ])("[DC7] an order is done, or not: %s", async (isDone, news) => {
    await serving(news);
    expect(await tell(connect(path), conversation)).toBe(isDone);
  });

  it("[DC6] is none where nobody listens", async () => {
    expect(await dial(connect(join(folder, "none")), conversation, () => true)).toBeNull();
  });
});
