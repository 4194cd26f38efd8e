import { describe, expect, it } from "vitest";
import { teammateIn } from "./teammate.ts";

describe("a teammate of Claude", () => {
  it("[AD50] is known by its name and the session of its lead in its command line", () => {
    const started =
      "/app/claude --agent-id researcher@session-af0f923b --agent-name researcher --team-name session-af0f923b --agent-color blue --parent-session-id af0f923b-8c48 --agent-type general-purpose";
    const teammate = { name: "researcher", lead_session: "af0f923b-8c48" };
    expect(teammateIn(started.split(" "))).toEqual(teammate);
    expect(teammateIn(["claude", "--agent-name=researcher", "--parent-session-id=af0f923b-8c48"])).toEqual(teammate);
  });

  it("[AD50] any other Claude is none", () => {
    for (const argv of [[], ["claude"], ["claude", "--agent-name", "x"], ["claude", "--parent-session-id"]])
      expect(teammateIn(argv)).toBeNull();
  });
});
