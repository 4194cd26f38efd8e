import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sshArguments } from "../../../core/ssh/ssh-arguments.ts";
import { LocalExecutor } from "../executor/local-executor.ts";
import { ChannelEnd } from "./channel-end.ts";
import { FloodGauge } from "./flood-gauge.ts";
import { LineChannel } from "./line-channel.ts";

const executor = new LocalExecutor();

/** How a machine may filter lines: busybox's grep, for one, does not flush each line. */
const FILTERS = { grep: "grep", sed: "sed -u" };

describe.each(Object.entries(FILTERS))("the lines of many panes over one channel, picked by %s", (has, filter) => {
  it("[TX16] are those that may hold a marker, each told to whoever listens to its pipe", async () => {
    const { channel } = await opened(has === "sed");
    const [first, second] = [piped(channel, "%1"), piped(channel, "%2")];
    expect(first.command).toContain(filter);
    for (const { writer } of [first, second]) writer.stdin.write("the rest of a line\n");
    first.writer.stdin.write("noise\n\x1b[1m--<[schmux:working:One]>--\x1b[0m\r\nmore noise\n");
    second.writer.stdin.write("\x1b[?1049hpainted\n\x1b]7501;running\x07\nnoise\n");
    await vi.waitFor(() => expect([first.heard.length, second.heard.length]).toEqual([2, 3]), 60_000);
    expect(first.heard).toEqual(["the rest of a line\n", "\x1b[1m--<[schmux:working:One]>--\x1b[0m\r\n"]);
    expect(second.heard).toEqual(["the rest of a line\n", "\x1b[?1049hpainted\n", "\x1b]7501;running\x07\n"]);
    first.writer.stdin.end();
    await vi.waitFor(() => expect(first.heard.at(-1)).toBe("ended"), 60_000);
    expect(second.heard).not.toContain("ended");
  });

  it("[TX8, TX16] a pipe that is closed within a line says so at once, and passes the line's first part", async () => {
    const { channel } = await opened(has === "sed");
    const { heard, writer } = piped(channel, "%1");
    writer.stdin.end("the rest of a line\n--<[schmux:wor");
    await vi.waitFor(() => expect(heard).toHaveLength(3), 60_000);
    expect(heard).toEqual(["the rest of a line\n", "--<[schmux:wor\n", "ended"]);
  });

  it("[TX5, TX16] nothing is left when the channel ends, not even a filter that has nothing to write", async () => {
    const { channel, folder } = await opened(has === "sed");
    const { heard, writer } = piped(channel, "%1");
    writer.stdin.write("--<[schmux:working:One]>--\n--<[schmux:working:Two]>--\n");
    await vi.waitFor(() => expect(heard).toHaveLength(2), 60_000);
    const ended = new Promise((resolve) => writer.once("exit", resolve));
    channel.close();
    await ended;
    expect(heard.at(-1)).toBe("ended");
    expect(readdirSync(folder)).toEqual([]);
  });
});

it("[SC1] a folder whose name a shell would read as more than a word gets no pipes, one with any letters does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-lines-;$(id)"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = (script: string) => executor.start(["sh", "-c", script, "sh", folder]);
  await expect(new LineChannel(start).ready).rejects.toThrow("the channel for output closed");
  await expect(ChannelEnd.make(start, new FloodGauge())).rejects.toThrow("the channel for output closed");
  await opened(false, "agtmux-lines-josé-");
});

it("[TX16] both scripts can be given to any login shell", () => {
  const scripts: string[] = [];
  const start = (script: string) => {
    scripts.push(script);
    throw new Error("not started");
  };
  expect(() => new LineChannel(start)).toThrow();
  void ChannelEnd.make(start, new FloodGauge()).catch(() => undefined);
  const route = { host: "vm", sshConfig: null, controlPath: "/tmp/x" };
  expect(scripts).toHaveLength(2);
  for (const script of scripts) expect(() => sshArguments(route, ["sh", "-c", script])).not.toThrow();
});

async function opened(withoutGrep: boolean, name = "agtmux-lines-") {
  const folder = mkdtempSync(join(tmpdir(), name));
  const bin = mkdtempSync(join(tmpdir(), "agtmux-bin-"));
  if (withoutGrep) writeFileSync(join(bin, "grep"), "#!/bin/sh\necho no such option >&2\nexit 2\n", { mode: 0o755 });
  const path = `PATH=${bin}:${process.env.PATH}`;
  const channel = new LineChannel((script) => executor.start(["env", path, "sh", "-c", script, "sh", folder]));
  onTestFinished(() => {
    channel.close();
    for (const each of [folder, bin]) rmSync(each, { recursive: true, force: true });
  });
  await channel.ready;
  expect(channel.canFilter).toBe(true);
  return { channel, folder };
}

function piped(channel: LineChannel, paneId: string) {
  const heard: string[] = [];
  const { command } = channel.open(paneId, {
    line: (line) => heard.push(line.toString()),
    ended: () => heard.push("ended"),
  });
  return { heard, command, writer: executor.start(["sh", "-c", command]) };
}
