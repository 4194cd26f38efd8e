import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { ACK_EVERY, MAX_UNACKED_BYTES } from "../../core/protocol/terminal/terminal.ts";
import { decodeServerFrame, encodeServerFrame } from "../../core/protocol/terminal/terminal-frames.ts";
import type { Start } from "./feed-subscriber.ts";
import { Viewer } from "./viewer.ts";

const FACTS = { cols: 80, rows: 24, alternate: false, title: "t" } as Start["facts"];

function looking() {
  const sent: (string | { offset: number; length: number })[] = [];
  const asked: string[] = [];
  const socket = {
    send: (data: string | Uint8Array) => {
      if (typeof data === "string") sent.push(JSON.parse(data).type + (JSON.parse(data).reason ?? ""));
      else
        sent.push({
          offset: decodeServerFrame(data)?.offset ?? -1,
          length: decodeServerFrame(data)?.bytes.length ?? -1,
        });
    },
    close: () => sent.push("close"),
  } as unknown as WebSocket;
  const viewer = new Viewer(socket, {
    want: (_, reason) => asked.push(reason),
    leaveOut: () => asked.push("left out"),
  });
  const start = (offset: number, length: number): Start => ({
    stream: "s",
    offset,
    facts: FACTS,
    bytes: new Uint8Array(length),
  });
  const output = (offset: number, length: number) =>
    viewer.output(encodeServerFrame({ kind: "output", offset, bytes: new Uint8Array(length) }), offset, length);
  return { viewer, sent, asked, start, output };
}

describe("a viewer's queue", () => {
  it("[TS2] is limited: when it is full, nothing is sent until all is drawn", () => {
    const { viewer, sent, asked, start, output } = looking();
    viewer.open();
    viewer.bootstrap("opened", start(0, 100));
    output(0, MAX_UNACKED_BYTES);
    output(MAX_UNACKED_BYTES, 10);
    expect(asked).toEqual(["opened"]);
    output(MAX_UNACKED_BYTES + 10, 10);
    expect(asked).toEqual(["opened", "left out"]);
    viewer.acknowledge(MAX_UNACKED_BYTES - 2 * ACK_EVERY);
    expect(asked).toHaveLength(2);
    viewer.acknowledge(MAX_UNACKED_BYTES);
    expect(asked).toEqual(["opened", "left out", "behind"]);
    viewer.bootstrap("behind", start(5_000_000, 50));
    expect(sent.slice(-2)).toEqual(["bootstrapbehind", { offset: 5_000_000, length: 50 }]);
    output(5_000_000, 7);
    expect(sent.at(-1)).toEqual({ offset: 5_000_000, length: 7 });
  });

  it("[TS2] a long bootstrap puts nobody behind by itself", () => {
    const { viewer, asked, start, output } = looking();
    viewer.bootstrap("opened", start(0, 3 * MAX_UNACKED_BYTES));
    output(0, 1_000);
    expect(asked).toEqual([]);
  });

  it("[TS2] screens that it asks for and never acknowledges come to an end", () => {
    const { viewer, sent, asked, start } = looking();
    const length = MAX_UNACKED_BYTES / 4;
    for (let times = 0; times < 20; times += 1) {
      viewer.refresh();
      if (asked.at(-1) === "asked") viewer.bootstrap("asked", start(0, length));
    }
    const frames = sent.filter((each) => typeof each !== "string");
    expect(frames).toHaveLength(6);
    expect(asked.at(-1)).toBe("left out");
    viewer.acknowledge(6 * length);
    expect(asked.at(-1)).toBe("behind");
  });

  it("[TS2] an acknowledgement counts for no more than was sent", () => {
    const { viewer, asked, start, output } = looking();
    viewer.bootstrap("opened", start(0, 10));
    viewer.acknowledge(Number.MAX_SAFE_INTEGER);
    output(0, MAX_UNACKED_BYTES + 11);
    output(0, 1);
    expect(asked).toEqual(["left out"]);
  });

  it("sends a last message and closes", () => {
    const { viewer, sent } = looking();
    viewer.closed({ toBody: () => ({ code: "E_REF_NOT_FOUND", message: "", details: {} }) } as never);
    expect(sent).toEqual(["closed", "close"]);
  });
});
