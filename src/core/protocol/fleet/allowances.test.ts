import { describe, expect, it } from "vitest";
import { rolesOf, withoutTeams } from "./allowances.ts";

describe("allowances", () => {
  it("[FL29] a role of a team is one of everybody in it, and of nobody else", () => {
    const allow = withoutTeams(["look", "@core:send", "@ann:spawn", "core:answer"], { core: ["@ann", "box"] });
    expect(allow).toEqual(["look", "@ann:send", "box:send", "@ann:spawn", "core:answer"]);
    expect(rolesOf({ member: "laptop", person: "ann" }, allow)).toEqual(["look", "send", "spawn"]);
    expect(rolesOf({ member: "box", person: "ben" }, allow)).toEqual(["look", "send"]);
    // neither the name of a team nor that of a person is a member's
    expect(rolesOf({ member: "ann", person: null }, allow)).toEqual(["look"]);
    expect(rolesOf({ member: "laptop", person: "core" }, allow)).toEqual(["look"]);
    expect(rolesOf({ member: "laptop", person: "ann" }, undefined)).toBeNull();
    expect(withoutTeams(["@constructor:send"], {})).toEqual(["@constructor:send"]);
  });
});
