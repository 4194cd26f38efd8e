import { describe, expect, it } from "vitest";
import { AGENTS } from "../agents/registry.ts";
import { CONTRACT, isCompatible } from "./adapter.ts";

/** Without those of which only the file is known. */
const SET_UP = AGENTS.filter(({ capabilities }) => capabilities.event_driven);

describe("the adapter contract", () => {
  it("[AD1] any minor version of the same major is compatible, and nothing else is", () => {
    expect(["1.0", "1.1", "1.27"].map(isCompatible)).toEqual([true, true, true]);
    expect(["0.9", "2.0", "10.0", "1", "1.", "1.x", "v1.0", "1.0.0", ""].filter(isCompatible)).toEqual([]);
    expect(isCompatible(CONTRACT)).toBe(true);
  });

  it.each(AGENTS)("[AD1] $name is written for a compatible version and has a name, a label and identify", (agent) => {
    expect(isCompatible(agent.contract)).toBe(true);
    expect(agent.name).toMatch(/^[a-z]+$/);
    expect(agent.label).not.toBe("");
    expect(agent.identify({ pid: 1, ppid: 0, start: "0", startedAt: 0, command: "bash", argv: ["bash"] })).toBe(false);
  });

  it.each(SET_UP)("[AD1] $name can be set up, started with a prompt and resumed", (agent) => {
    expect(agent.integration?.command).toMatch(/^[a-z-]+$/);
    expect(agent.launch).toBeDefined();
    expect(agent.resume).toBeDefined();
  });

  it.each(AGENTS)("[AD1] $name declares the five capabilities, and tells its own events where it has them", (agent) => {
    expect(Object.keys(agent.capabilities).sort()).toEqual([
      "event_driven",
      "polling_required",
      "supports_completed",
      "supports_waiting_approval",
      "supports_waiting_input",
    ]);
    expect(agent.normalize !== undefined).toBe(agent.capabilities.event_driven);
  });

  const speaking = AGENTS.filter(({ normalize }) => normalize !== undefined);

  it.each(speaking)("[AD5] $name gives a note for whatever it does not know, and never throws", (agent) => {
    const payloads = ["", "null", "[]", "7", "{", '"text"', "{}", '{"properties":[],"session_id":{},"tool_input":"x"}'];
    for (const event of ["Nonsense", "constructor", "__proto__", "toString", "valueOf"]) {
      for (const payload of payloads) {
        const readings = agent.normalize?.({ event, payload }) ?? [];
        expect(readings.map(({ evidence }) => evidence)).toEqual([{ kind: "note", reason: "unsupported_signal" }]);
      }
    }
  });
});
