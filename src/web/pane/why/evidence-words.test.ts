import { describe, expect, it } from "vitest";
import type { Verdict, WeighedEvidence } from "../../../core/protocol/events/explain.ts";
import { bySignificance, evidenceWords } from "./evidence-words.ts";

const weighed = (verdict: Verdict, at: number): WeighedEvidence => ({
  event_id: `${verdict} ${at}`,
  source: "hook",
  event_type: "PermissionRequest",
  kind: "edge",
  says: "waiting_approval",
  message: "",
  at,
  age_ms: 0,
  verdict,
  why: "",
});

describe("bySignificance", () => {
  it("[UI8] puts what decided first, then who agrees, each the newest first", () => {
    const evidence = [
      weighed("void", 9),
      weighed("lost", 8),
      weighed("agrees", 1),
      weighed("agrees", 5),
      weighed("decides", 2),
    ];
    expect(bySignificance(evidence).map(({ event_id }) => event_id)).toEqual([
      "decides 2",
      "agrees 5",
      "agrees 1",
      "lost 8",
      "void 9",
    ]);
  });
});

describe("evidenceWords", () => {
  it("[UI8] says who said what", () => {
    expect(evidenceWords(weighed("decides", 1))).toBe("hook PermissionRequest: wants approval");
    expect(evidenceWords({ ...weighed("decides", 1), says: null })).toBe("hook PermissionRequest");
  });
});
