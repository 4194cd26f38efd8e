import { describe, expect, it } from "vitest";
import { AttentionKind } from "../../core/protocol/events/attention.ts";
import { type ChannelItem, ChannelKind } from "../../core/protocol/notify/notify.ts";
import { countWords, healthOf, kindName } from "./channel-words.ts";
import { KIND_WORDS } from "./kind-words.ts";
import type { NotePermission } from "./note-permission.ts";
import { permissionWords } from "./permission-words.ts";
import { type PushPhase, pushDevice } from "./push-device.ts";
import { canSwitch, pushWords } from "./push-words.ts";
import { formatTimeOfDay, parseTimeOfDay } from "./time-of-day.ts";

describe("the words of the notification settings", () => {
  it("[UI12] there is a switch for every kind of call", () => {
    expect(KIND_WORDS.map(({ kind }) => kind).sort()).toEqual([...AttentionKind.options].sort());
  });

  it("[UI12] say what can be done about each answer of the browser", () => {
    const all: NotePermission[] = ["granted", "denied", "not-asked", "insecure", "unsupported"];
    expect(new Set(all.map(permissionWords)).size).toBe(all.length);
    expect(permissionWords("denied")).toContain("settings");
    expect(permissionWords("insecure")).toContain("https");
  });

  it("[UI12] times of quiet hours are read as they are written", () => {
    for (const minute of [0, 425, 1439]) expect(parseTimeOfDay(formatTimeOfDay(minute))).toBe(minute);
    expect(formatTimeOfDay(425)).toBe("07:05");
    for (const text of ["", "7:05", "24:00", "12:60"]) expect(parseTimeOfDay(text)).toBeNull();
  });
});

describe("the words about channels and pushes", () => {
  const item: ChannelItem = {
    name: "phone",
    kind: "ntfy",
    origin: "settings",
    device_id: null,
    fault: null,
    counts: { waiting: 0, sent: 0, dropped: 2, dead: 0 },
    last_sent_at: null,
    last_failed_at: null,
    last_failure: null,
  };

  it("[UI22] say what can be done about each answer of the browser, and only then offer the switch", () => {
    const phases = ["insecure", "unsupported", "denied", "asking", "off", "on"] as const;
    const all: PushPhase[] = [...phases.map((phase) => ({ phase })), { phase: "failed", message: "no way" }];
    expect(new Set(all.map(pushWords)).size).toBe(all.length);
    expect(pushWords({ phase: "insecure" })).toContain("https");
    expect(pushWords({ phase: "failed", message: "no way" })).toContain("no way");
    expect(all.filter(canSwitch).map(({ phase }) => phase)).toEqual(["off", "on", "failed"]);
  });

  it("[UI22] a page that is not secure, or a browser without pushes, is told so before anything is asked", () => {
    const client = { pushState: never, subscribePush: never, unsubscribePush: never };
    const phaseOn = (page: object) => pushDevice(page as never, client).state.get().phase;
    expect(phaseOn({ isSecureContext: false })).toBe("insecure");
    expect(phaseOn({ isSecureContext: true, Notification: { permission: "granted" } })).toBe("unsupported");
    const whole = { isSecureContext: true, PushManager: {}, navigator: { serviceWorker: {} } };
    expect(phaseOn({ ...whole, Notification: { permission: "denied" } })).toBe("denied");
    expect(phaseOn({ ...whole, Notification: { permission: "default" } })).toBe("off");
  });

  it("[UI22] a push service that never answers is told, and can be tried again", async () => {
    const pushManager = { getSubscription: async () => null, subscribe: () => new Promise(() => undefined) };
    const serviceWorker = { register: async () => undefined, ready: Promise.resolve({ pushManager }) };
    const localStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    const page = { isSecureContext: true, PushManager: {}, navigator: { serviceWorker }, localStorage };
    const client = { pushState: async () => ({ public_key: "AAAA" }), subscribePush: never, unsubscribePush: never };
    const device = pushDevice({ ...page, Notification: { permission: "granted" } } as never, client as never, 1);
    await device.turnOn();
    expect(device.state.get()).toEqual({ phase: "failed", message: "this browser's push service does not answer" });
    expect(canSwitch(device.state.get())).toBe(true);
  });

  it("[UI22] name each kind of channel and tell the worst first", () => {
    expect(new Set(ChannelKind.options.map((kind) => kindName({ kind }))).size).toBe(ChannelKind.options.length);
    expect(healthOf(item)).toBe("unused");
    expect(healthOf({ ...item, last_sent_at: 1 })).toBe("works");
    expect(healthOf({ ...item, last_sent_at: 1, last_failure: "no" })).toBe("failing");
    expect(healthOf({ ...item, fault: "no secret", last_failure: "no" })).toBe("broken");
    expect(countWords(item)).toBe("");
    expect(countWords({ counts: { waiting: 1, sent: 3, dropped: 9, dead: 2 } })).toBe(
      "3 sent, 1 waiting, 2 not delivered",
    );
  });
});

function never(): Promise<never> {
  return Promise.reject(new Error("nobody may be asked"));
}
