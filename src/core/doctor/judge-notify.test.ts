import { describe, expect, it } from "vitest";
import type { ChannelItem } from "../protocol/notify/notify.ts";
import { judgeNotify } from "./judge-notify.ts";

const none = { waiting: 0, sent: 0, dropped: 0, dead: 0 };
const channel = (change: Partial<ChannelItem>): ChannelItem => ({
  name: "phone",
  kind: "ntfy",
  origin: "settings",
  device_id: null,
  fault: null,
  counts: none,
  last_sent_at: null,
  last_failed_at: null,
  last_failure: null,
  ...change,
});
const found = (...channels: ChannelItem[]) =>
  judgeNotify({ channels, counts: { ...none, dead: 2 } }).map(({ name, status, found: words }) => [
    name,
    status,
    words,
  ]);

describe("judgeNotify", () => {
  it("[NT5, IN5] each channel is told: what it sent, what failed last, and a secret that is missing", () => {
    expect(found()).toEqual([["notifications", "ok", "no channel is configured: nobody is told"]]);
    expect(
      found(
        channel({ counts: { ...none, sent: 3, waiting: 1 } }),
        channel({ name: "push:1", kind: "push", device_id: "d1" }),
        channel({ name: "team", kind: "slack", last_failure: "slack answered 500" }),
        channel({ name: "chat", kind: "telegram", fault: "the environment of the daemon has no TG" }),
      ),
    ).toEqual([
      ["notify phone", "ok", "ntfy, 3 sent, 1 waiting"],
      ["notify push:1", "ok", "push of device d1, 0 sent, 0 waiting"],
      ["notify team", "warning", "slack, the last one failed: slack answered 500; 2 dead letters"],
      ["notify chat", "failed", "the environment of the daemon has no TG"],
    ]);
  });
});
