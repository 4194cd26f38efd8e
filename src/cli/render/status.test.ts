import { describe, expect, it } from "vitest";
import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { renderStatus } from "./status.ts";

const up: DaemonStatus = {
  running: true,
  pid: 12,
  version: "1.2.3",
  build: "b",
  home: "/h",
  socket: "/h/agtmuxd.sock",
  port: 7433,
  dashboard: "http://127.0.0.1:7433/?token=abc",
  tmux_socket: null,
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
        "dashboard  http://127.0.0.1:7433/?token=abc",
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
    ).toEqual(['tmux       server "other"', "problem    the disk [2J is full [E_DISK_FULL]"]);
  });

  it("[DM7] with the daemon down it says how to start it", () => {
    expect(renderStatus({ ...up, running: false, pid: null })).toBe(
      "agtmuxd is not running (home /h); start it with 'agtmux daemon start'",
    );
  });
});
