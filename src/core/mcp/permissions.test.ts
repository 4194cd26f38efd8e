import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallerFacts, mayAct, mayLook, maySpawnIn, permissionsOf, type Relation } from "./permissions.ts";

const CLAUDE: CallerFacts = { kind: "agent", name: "claude", directory: "/home/me/app" };
const NOBODY: Relation = { isSelf: false, isSpawned: false, isSameSession: false, isSameTarget: false };

describe("permissionsOf", () => {
  it("[MC2] an agent looks at its own session and acts on what it has spawned", () => {
    const standard = permissionsOf(CLAUDE, []);
    const beside = { ...NOBODY, isSameSession: true, isSameTarget: true };
    expect([mayLook(standard, beside), mayAct(standard, beside)]).toEqual([true, false]);
    const other = { ...NOBODY, isSameTarget: true };
    expect([mayLook(standard, other), mayAct(standard, other)]).toEqual([false, false]);
    const spawned = { ...NOBODY, isSpawned: true };
    expect([mayLook(standard, spawned), mayAct(standard, spawned)]).toEqual([true, true]);
    expect(standard.answer).toBe(false);
  });

  it("[MC2] an agent never acts on itself, whatever it is allowed", () => {
    const all = permissionsOf(CLAUDE, [{ look: "all", act: "all", answer: true }]);
    const self = { isSelf: true, isSpawned: true, isSameSession: true, isSameTarget: true };
    expect([mayLook(all, self), mayAct(all, self)]).toEqual([true, false]);
  });

  it("[MC3] an allowance counts for its agent and its workspace, and a later one overrides what it names", () => {
    const allow = [
      { agent: "claude", workspace: "/home/me", look: "all" as const, act: "session" as const },
      { workspace: "/home/me/app", act: "none" as const },
    ];
    expect(permissionsOf(CLAUDE, allow)).toMatchObject({ look: "all", act: "none", spawn: true });
    expect(permissionsOf({ ...CLAUDE, directory: "/home/me/apple" }, allow)).toMatchObject({ act: "session" });
    expect(permissionsOf({ ...CLAUDE, name: "codex" }, allow)).toMatchObject({ look: "session", act: "none" });
    expect(permissionsOf({ ...CLAUDE, directory: "/home/meadow" }, allow)).toMatchObject({ look: "session" });
  });

  it("[MC3] a caller in no pane may nothing until it is named, and an allowance for all agents is not for it", () => {
    const outside: CallerFacts = { kind: "outside", name: "outside", directory: null };
    expect(permissionsOf(outside, [{ look: "all", act: "all" }])).toMatchObject({ look: "none", act: "none" });
    expect(permissionsOf(outside, [{ agent: "outside", look: "all" }])).toMatchObject({ look: "all", act: "none" });
  });
});

describe("maySpawnIn", () => {
  it("[MC6] an agent starts others in its own directory, below it, or where it was allowed", () => {
    const allowed = permissionsOf(CLAUDE, [{ spawn_in: ["/srv/work/"] }]);
    const may = (folder: string) => maySpawnIn(allowed, folder, CLAUDE.directory);
    expect(["/home/me/app", "/home/me/app/web", "/srv/work", "/srv/work/a"].map(may)).toEqual([true, true, true, true]);
    const refused = ["/home/me", "/home/me/app/../other", "/home/me/application", "/srv/workshop", "/", "app"];
    expect(refused.map(may)).toEqual(refused.map(() => false));
    expect(maySpawnIn({ ...allowed, spawn: false }, "/home/me/app", CLAUDE.directory)).toBe(false);
  });

  it("[MC6] no path that leads up again is taken for one below", () => {
    const allowed = permissionsOf(CLAUDE, []);
    const part = fc.constantFrom("..", ".", "a", "app", "me", "");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const folder = ["/home/me/app", ...parts].join("/");
        const isUp = parts.includes("..");
        expect(isUp && maySpawnIn(allowed, folder, CLAUDE.directory)).toBe(false);
      }),
    );
  });
});
