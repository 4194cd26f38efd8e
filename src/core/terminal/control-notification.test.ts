import { describe, expect, it } from "vitest";
import { type ControlNotification, parseControlNotification } from "./control-notification.ts";

const NOTIFICATIONS: [string, ControlNotification][] = [
  ["%client-detached /dev/pts/4", { type: "client-detached", client: "/dev/pts/4" }],
  [
    "%client-session-changed /dev/pts/4 $1 my work",
    { type: "client-session-changed", client: "/dev/pts/4", session: "$1", name: "my work" },
  ],
  ["%config-error a.conf:1: unknown", { type: "config-error", message: "a.conf:1: unknown" }],
  ["%continue %3", { type: "continue", pane: "%3" }],
  ["%exit", { type: "exit", reason: null }],
  ["%exit server exited", { type: "exit", reason: "server exited" }],
  [
    "%layout-change @0 c195,80x24,0,0[80x12,0,0,0] c195,80x24,0,0,1 *Z",
    {
      type: "layout-change",
      window: "@0",
      layout: "c195,80x24,0,0[80x12,0,0,0]",
      visibleLayout: "c195,80x24,0,0,1",
      flags: "*Z",
    },
  ],
  [
    "%layout-change @0 c195,80x24,0,0,1",
    { type: "layout-change", window: "@0", layout: "c195,80x24,0,0,1", visibleLayout: null, flags: null },
  ],
  [
    "%layout-change @0 b25d,80x24,0,0,1 b25d,80x24,0,0,1 ",
    { type: "layout-change", window: "@0", layout: "b25d,80x24,0,0,1", visibleLayout: "b25d,80x24,0,0,1", flags: "" },
  ],
  ["%message hello there", { type: "message", message: "hello there" }],
  ["%pane-mode-changed %2", { type: "pane-mode-changed", pane: "%2" }],
  ["%paste-buffer-changed buffer0", { type: "paste-buffer-changed", buffer: "buffer0" }],
  ["%paste-buffer-deleted buffer0", { type: "paste-buffer-deleted", buffer: "buffer0" }],
  ["%pause %3", { type: "pause", pane: "%3" }],
  ["%session-changed $0 my sess", { type: "session-changed", session: "$0", name: "my sess" }],
  ["%session-renamed $0 new name", { type: "session-renamed", session: "$0", name: "new name" }],
  ["%session-window-changed $0 @1", { type: "session-window-changed", session: "$0", window: "@1" }],
  ["%sessions-changed", { type: "sessions-changed" }],
  [
    "%subscription-changed s $0 - - - : new name",
    {
      type: "subscription-changed",
      name: "s",
      session: "$0",
      window: null,
      windowIndex: null,
      pane: null,
      value: "new name",
    },
  ],
  [
    "%subscription-changed w $0 @1 1 %2 : a : b",
    {
      type: "subscription-changed",
      name: "w",
      session: "$0",
      window: "@1",
      windowIndex: 1,
      pane: "%2",
      value: "a : b",
    },
  ],
  ["%unlinked-window-add @2", { type: "unlinked-window-add", window: "@2" }],
  ["%unlinked-window-close @2", { type: "unlinked-window-close", window: "@2" }],
  ["%unlinked-window-renamed @2 zed", { type: "unlinked-window-renamed", window: "@2", name: "zed" }],
  ["%window-add @1", { type: "window-add", window: "@1" }],
  ["%window-close @1", { type: "window-close", window: "@1" }],
  ["%window-pane-changed @0 %1", { type: "window-pane-changed", window: "@0", pane: "%1" }],
  ["%window-renamed @1 [tmux] a", { type: "window-renamed", window: "@1", name: "[tmux] a" }],
  ["%window-renamed @1 ", { type: "window-renamed", window: "@1", name: "" }],
];

describe("parseControlNotification", () => {
  it.each(NOTIFICATIONS)("[TM12] reads %s", (line, notification) => {
    expect(parseControlNotification(line)).toEqual(notification);
  });

  it.each([
    "",
    "text",
    "%",
    "%constructor",
    "%from-the-future @1",
    "%window-add",
    "%window-add 1",
    "%pause 3",
    "%sessions-changed now",
  ])("[TM12] knows nothing of %j", (line) => {
    expect(parseControlNotification(line)).toBeNull();
  });
});
