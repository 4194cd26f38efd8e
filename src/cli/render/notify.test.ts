import { describe, expect, it } from "vitest";
import type { NotifyStatus } from "../../core/protocol/notify/notify.ts";
import { aDelivery } from "../../daemon/store/test-rows.ts";
import { renderNotify } from "./notify.ts";

const LOOK = { columns: null, colour: false };
const STATUS: NotifyStatus = {
  schema_version: 1,
  generated_at: 100_000,
  channels: [
    {
      name: "phone",
      kind: "ntfy",
      origin: "settings",
      device_id: null,
      fault: null,
      counts: { waiting: 1, sent: 4, dropped: 2, dead: 1 },
      last_sent_at: 40_000,
      last_failed_at: 90_000,
      last_failure: "ntfy.sh answered 403",
    },
  ],
  rules: ["input → phone: at once"],
  counts: { waiting: 1, sent: 4, dropped: 2, dead: 1 },
  waiting: [aDelivery({ due_at: 130_000, attempts: 2, outcome: "waits: somebody looks at it" })],
  dead: [aDelivery({ state: "dead", settled_at: 90_000, outcome: "ntfy.sh answered 403" }, "a2")],
};

describe("renderNotify", () => {
  it("[NT5] channels, rules, what waits and why, and dead letters with their keys", () => {
    expect(renderNotify(STATUS, LOOK)).toBe(
      [
        "CHANNEL  KIND  SENT  WAITING  DEAD  LAST  HOW IT IS",
        "phone    ntfy  4     1        1     1m    ntfy.sh answered 403",
        "",
        "rules",
        "  input → phone: at once",
        "",
        "waiting 1",
        "  phone  in 30s, tried 2×  claude in main: approval (waits: somebody looks at it)",
        "",
        "dead letters 1",
        "  r1/a2/phone  10s ago  claude in main: ntfy.sh answered 403",
        "",
        "'agtmux notify retry KEY' or '--all' tries them again",
      ].join("\n"),
    );
  });

  it("[NT5] says if nothing is configured, and where to do it", () => {
    expect(renderNotify({ ...STATUS, channels: [] }, LOOK)).toContain("agtmux notify add desktop");
  });
});
