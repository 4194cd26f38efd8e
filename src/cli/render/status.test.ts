import { describe, expect, it } from "vitest";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import { renderStatus } from "./status.ts";

const up: DaemonStatus = {
  running: true,
  pid: 12,
  version: "1.2.3",
  build: "b",
  home: "/h",
  socket: "/h/agtmuxd.sock",
  port: 7433,
  dashboard: "http://0a1b.localhost:7433/#pair=abc",
  plain_dashboard: "http://127.0.0.1:7433/#pair=abc",
  origin: { keeps: true, why: "" },
  tmux_socket: null,
  supervised: false,
  vitals: null,
  started_at: 1,
  problems: [],
};

describe("renderStatus", () => {
  it("[DM7] names pid, version, home, socket, link and tmux server", () => {
    expect(renderStatus(up)).toBe(
      [
        "agtmuxd 1.2.3 runs (pid 12)",
        "home       /h",
        "socket     /h/agtmuxd.sock",
        "dashboard  http://0a1b.localhost:7433/#pair=abc",
        "           http://127.0.0.1:7433/#pair=abc where a browser does not find that",
        "tmux       default server",
      ].join("\n"),
    );
  });

  it("[DM8] each problem is a line, in plain words and with its code", () => {
    const problems = [{ code: "E_DISK_FULL", message: "the disk\x1b[2J is full", since: 1 }];
    expect(
      renderStatus({ ...up, tmux_socket: "other", problems })
        .split("\n")
        .slice(-2),
    ).toEqual(['tmux       server "other"', "problem    the disk⟨U+001B⟩[2J is full [E_DISK_FULL]"]);
  });

  it("[DM7] with the daemon down it says how to start it", () => {
    expect(renderStatus({ ...up, running: false, pid: null })).toBe(
      "agtmuxd is not running (home /h); start it with 'agtmux daemon start'",
    );
  });
});
