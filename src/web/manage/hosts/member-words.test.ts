import { describe, expect, it } from "vitest";
import type { FleetStatus, MemberItem } from "../../../core/protocol/fleet/fleet.ts";
import { mayWords, memberWords, serverWords } from "./member-words.ts";

const member: MemberItem = {
  ...{ name: "vm", is_own: false, health: "ok", agtmux_version: "1.0.0", share: "words" },
  ...{ may: ["look", "answer"], last_heard: 60_000, panes: 2 },
};

describe("a member of the fleet in words", () => {
  it("[FL24] it says when the member was heard, and what silence means", () => {
    expect(memberWords(member, 63_000)).toEqual({ symbol: "✓", words: "Heard 3s ago", meaning: "" });
    expect(memberWords({ ...member, is_own: true }, 63_000).words).toBe("Here");
    expect(memberWords({ ...member, health: "silent" }, 180_000)).toMatchObject({
      words: "Silent for 2m 00s",
      meaning: expect.stringContaining("until vm is heard again"),
    });
    expect(memberWords({ ...member, is_own: true }, 70_000, 60_000)).toMatchObject({
      words: "Cut off for 10s",
      meaning: expect.stringContaining("until it is connected again"),
    });
    for (const health of ["too_old", "too_new"] as const)
      expect(memberWords({ ...member, health }, 0).meaning).toContain("updated");
  });

  it("[FL24] it says what may be done there", () => {
    expect([null, [], member.may].map((may) => mayWords({ ...member, may }))).toEqual([
      "it does not say",
      "nothing",
      "look, answer",
    ]);
  });

  it("[FL24] it says how this daemon is connected, or why not", () => {
    const server = { name: "n", version: "2.9.10", address: "hub:4222", is_encrypted: true };
    const status = { name: "me", urls: ["tls://hub:4222"], server, error: null } as unknown as FleetStatus;
    expect(serverWords(status)).toBe("me is connected to nats-server 2.9.10 at hub:4222, encrypted.");
    const error = { code: "E_FLEET_UNREACHABLE" as const, message: "no route", details: {} };
    expect(serverWords({ ...status, server: null, error })).toContain("not connected to tls://hub:4222: no route");
  });
});
