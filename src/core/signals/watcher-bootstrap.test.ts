import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBootstrap } from "./watcher-bootstrap.ts";

const SAID = [
  "protocol=1",
  "home=/home/it's a home",
  "user_home=/home/x",
  "tmux=/usr/bin/tmux",
  "tmux_version=tmux 3.4",
  "uname=Linux x86_64",
  "boot=b-1",
  "clients=/home/x/remote/clients/d",
  "watcher=/home/x/remote/watcher-1.sh",
  "writable=yes",
  "tools=all",
  "inotify=no",
];

describe("parseBootstrap", () => {
  it("[TG5] reads what a machine says, whatever its login shell prints around it", () => {
    expect(parseBootstrap(["Welcome!", "mark", ...SAID, "mark", "bye"].join("\r\n"), "mark")).toEqual({
      ok: true,
      bootstrap: {
        home: "/home/it's a home",
        userHome: "/home/x",
        clients: "/home/x/remote/clients/d",
        tmux: "/usr/bin/tmux",
        tmuxVersion: "tmux 3.4",
        system: "Linux x86_64",
        boot: "b-1",
        watcher: "/home/x/remote/watcher-1.sh",
        unwritable: null,
        missingTools: [],
        inotify: false,
      },
    });
  });

  it("[TG4] says what the machine lacks", () => {
    const said = SAID.map((line) =>
      line
        .replace("tools=all", "tools=awk stat")
        .replace("writable=yes", "writable=mkdir: Read-only file system")
        .replace(/^tmux=.*/, "tmux="),
    );
    expect(parseBootstrap(["mark", ...said, "mark", ""].join("\n"), "mark")).toMatchObject({
      bootstrap: { tmux: null, missingTools: ["awk", "stat"], unwritable: "mkdir: Read-only file system" },
    });
  });

  it.each([
    ["", "the machine's shell did not answer"],
    ["mark\nprotocol=1\n", "the machine's answer was cut off"],
    ["mark\nprotocol=2\nmark\n", "protocol 2, expected 1"],
    ["mark\nprotocol=1\nhome=/\nmark\n", "the machine did not report clients, watcher, boot"],
  ])("[TG5] says what is wrong with %j", (stdout, fault) => {
    expect(parseBootstrap(stdout, "mark")).toEqual({ ok: false, fault });
  });

  it("[TG5] never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBootstrap(`mark\n${text}\nmark\n`, "mark")));
  });
});
