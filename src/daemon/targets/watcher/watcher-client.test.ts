import { describe, expect, it } from "vitest";
import { formatFrame } from "../../../core/signals/sentinel.ts";
import { parseStopped } from "../processes/process-table.ts";
import { WatcherClient } from "./watcher-client.ts";

describe("WatcherClient", () => {
  it("[TG12] gives a batch oldest first, whatever the chunks, and says how many did not arrive", () => {
    const { client, heard } = connected();
    const stream =
      entry("2.b", "1794743122") + entry("10.a", "1794743121") + entry("9.a", "1794743121") + frame("batch", "4");
    for (const byte of Buffer.from(`\r\n$ ${stream}`)) client.feed(Uint8Array.of(byte));
    expect(heard).toEqual([["spool", ["9.a", "10.a", "2.b"], 1]]);
  });

  it("[TG12] a new watcher's output does not mix with the unfinished frame of the last one", () => {
    const { client, heard } = connected();
    client.feed(Buffer.from(entry("1", "1794743121")));
    client.feed(Buffer.from(frame("hello", "protocol=1\npid=5\nclock=1794743121\nboot=b")));
    client.feed(Buffer.from(entry("2", "1794743121") + frame("batch", "1")));
    expect(heard).toEqual([
      ["hello", 5],
      ["spool", ["2"], 0],
    ]);
  });

  it("[TG20] the clock there is compared with the middle of question and answer", async () => {
    const { client, sent, time } = connected();
    time.now = 5_000;
    const reading = client.clock();
    time.now = 5_100;
    client.feed(Buffer.from(frame("clock 1", "3605.050000000")));
    expect(sent).toEqual(["clock 1"]);
    expect(await reading).toEqual({ offsetMs: -3_600_000, roundTripMs: 100 });
  });

  it("[TG9] processes are asked for in groups, and told as one text", async () => {
    const { client, sent } = connected();
    const answer = client.processes(Array.from({ length: 101 }, (_, index) => index + 1));
    expect(sent.map((line) => line.split(" ").length)).toEqual([102, 3]);
    client.feed(Buffer.from(frame("ps 1", "uptime 1") + frame("ps 2", "uptime 2")));
    expect(await answer).toBe("uptime 1\nuptime 2\n");
  });

  it("[EN40] who is stopped is asked for by a request of its own", async () => {
    const { client, sent } = connected();
    const answer = client.stopped([7, 8]);
    expect(sent).toEqual(["stopped 1 7 8"]);
    client.feed(Buffer.from(frame("ps 1", "8 T\n")));
    expect([...parseStopped(await answer)]).toEqual([8]);
  });

  it("[TG12] a reply that a later one has overtaken is not waited for", async () => {
    const { client } = connected();
    const lost = client.processes([1]);
    const next = client.clock();
    client.feed(Buffer.from(frame("clock 2", "3605.050000000")));
    await expect(lost).rejects.toThrow("answer 1 was lost");
    await next;
  });

  it("[TG12] pending requests fail when the connection ends, and nothing is sent after it", async () => {
    const { client, sent } = connected();
    const waiting = client.clock();
    client.close(new Error("cut"));
    await expect(waiting).rejects.toThrow("cut");
    await expect(client.processes([1])).rejects.toThrow("cut");
    client.ping();
    expect(sent).toEqual(["clock 1"]);
  });

  it("[TG12] says each request in its own line", () => {
    const { client, sent } = connected();
    client.next();
    client.ack(["1.2.3", "1.2.4"]);
    client.reject("1.2.5", "no header");
    expect([client.watchFile("/a b"), client.watchFile("a")]).toEqual([true, false]);
    client.unwatchFile("/a b");
    expect([client.followLines(3, "/a b", { file: "1.2", offset: 4 }), client.followLines(4, "a", null)]).toEqual([
      true,
      false,
    ]);
    client.unfollowLines("/a b");
    client.ping();
    client.bye();
    expect(sent).toEqual([
      "next",
      "ack 1.2.3 1.2.4",
      "reject 1.2.5 no header",
      "file+ /a b",
      "file- /a b",
      "line+ 3 1.2 4 /a b",
      "line- /a b",
      "ping",
      "bye",
    ]);
  });

  it("[SR27] gives pieces of files, and says where there is nothing", () => {
    const { client, heard } = connected();
    client.feed(
      Buffer.from(frame("line 3", "-") + frame("line 3", "1.2 4\na\n\n2") + frame("line 4", "1.2 4\na\n\n3")),
    );
    expect(heard).toEqual([
      ["lines", 3, null],
      ["lines", 3, { file: "1.2", offset: 4, bytes: Uint8Array.of(97, 10) }],
    ]);
  });

  it("[TG30] ends at entries without an end, and at a frame without one, and keeps nothing of them", () => {
    const many = connected();
    for (let number = 0; number < 2_000; number += 1) many.client.feed(Buffer.from(entry(`1.1.${number}`, "1.0")));
    many.client.feed(Buffer.from(frame("batch", "2000")));
    expect(many.heard).toEqual([["flood", "more than 1000 spool entries at a time"]]);
    const dated = (letters: number) => `${letters} 2026-11-15 11:45:21.0 +0000\n${"x".repeat(letters)}\n`;
    const piece = `1.2 0\n${"x".repeat(600_000)}\n600000`;
    for (const [name, content, what] of [
      ["file//a", dated(65_537), "a file of more than 64 KB"],
      [`file//${"a".repeat(9_000)}`, "-", "a name of more than 8 KB"],
      ["signal/squad-signal-s.json", dated(262_145), "a signal file of more than 256 KB"],
      [`spool/${"a".repeat(9_000)}`, dated(1), "a name of more than 8 KB"],
      ["line 1", piece, "more of a transcript than was asked for"],
      ["ps 1", "x".repeat(8 * 1024 * 1024 + 1), "a process table of more than 8 MB"],
    ] as const) {
      const { client, heard } = connected();
      client.feed(Buffer.from(frame(name, content)));
      expect(heard).toEqual([["flood", what]]);
    }
    const large = connected();
    const million = frame("spool/1.1.1", `1000000 1.0\n${"x".repeat(1_000_000)}\n`);
    for (let number = 0; number < 9; number += 1) large.client.feed(Buffer.from(million));
    expect(large.heard).toEqual([["flood", "more than 8 MB of spool entries at a time"]]);
    const endless = connected();
    for (let number = 0; number < 20; number += 1) endless.client.feed(Buffer.alloc(1_000_000, "x"));
    expect(endless.heard).toEqual([["flood", "a frame of more than 16 MB"]]);
  });

  it("[TG15] says who reads the spool", () => {
    const { client, heard } = connected();
    client.feed(Buffer.from(frame("refused", "kind=daemon\ndaemon=d-2\npid=7\nstart=8") + frame("odd", "a b")));
    client.feed(Buffer.from(frame("file//a", "-") + frame("bye", "asked to") + frame("news", "")));
    expect(heard).toEqual([
      ["refused", { kind: "daemon", daemon: "d-2", pid: 7, start: "8" }],
      ["odd", "a b"],
      ["file", "/a", null],
      ["bye", "asked to"],
    ]);
  });
});

function connected() {
  const sent: string[] = [];
  const heard: unknown[] = [];
  const time = { now: 0 };
  const client = new WatcherClient(
    { send: (line) => sent.push(line) },
    { now: () => time.now },
    {
      onHello: ({ pid }) => heard.push(["hello", pid]),
      onSpool: (entries, missing) => heard.push(["spool", entries.map(({ name }) => name), missing]),
      onFile: (path, look) => heard.push(["file", path, look]),
      onLines: (number, piece) => heard.push(["lines", number, piece]),
      onRefused: (owner) => heard.push(["refused", owner]),
      onOdd: (name) => heard.push(["odd", name]),
      onBye: (why) => heard.push(["bye", why]),
      onFlood: (what) => heard.push(["flood", what]),
    },
  );
  return { client, sent, heard, time };
}

function entry(name: string, mtime: string): string {
  return frame(`spool/${name}`, `1 ${mtime}\nx\n`);
}

function frame(name: string, content: string): string {
  return formatFrame({ name, content });
}
