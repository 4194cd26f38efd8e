import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordedHooks } from "../../../test/accuracy/recorded-words.ts";
import { AGENTS } from "../agents/registry.ts";
import { Evidence } from "../protocol/events/event.ts";
import type { Reading } from "./adapter.ts";

const anyText = fc.oneof(fc.string(), fc.json());

/** Texts near to what agents write: a recorded one in which some values were replaced. */
function nearText(texts: readonly string[]): fc.Arbitrary<string> {
  const spoil = (text: string, at: number, by: unknown) => {
    let seen = 0;
    return JSON.stringify(JSON.parse(text, (_key, value) => (seen++ === at ? by : value)));
  };
  return texts.length === 0
    ? anyText
    : fc
        .tuple(fc.constantFrom(...texts), fc.nat(30), fc.jsonValue())
        .map(([text, at, by]) => spoil(text, at, by) ?? "");
}

function expectSound(readings: readonly (Reading | null)[]): void {
  for (const reading of readings) {
    if (reading === null) continue;
    expect(Evidence.parse(reading.evidence)).toEqual(reading.evidence);
    expect(typeof reading.message).toBe("string");
    expect(Object.values(reading)).not.toContain(undefined);
  }
}

describe("any adapter, given anything", () => {
  it.each(AGENTS)("[AD5] $name reads valid evidence or none, and never throws", (agent) => {
    const recorded = recordedHooks(agent.name);
    const event = fc.oneof(fc.string(), fc.constantFrom("Stop", "stop", ...recorded.map((hook) => hook.event)));
    const payload = fc.oneof(anyText, nearText(recorded.map((hook) => hook.payload)));
    fc.assert(
      fc.property(event, payload, anyText, (name, text, other) => {
        const readings = agent.normalize?.({ event: name, payload: text }) ?? [];
        if (agent.normalize !== undefined) expect(readings.length).toBeGreaterThan(0);
        expectSound(readings);
        expectSound([agent.readTitle?.(other) ?? null, agent.osc?.read(7501, other) ?? null]);
        for (const source of Object.values(agent.secondSources ?? {})) expectSound(source.read(text));
      }),
    );
  });
});
