import { expect, it } from "vitest";
import { TestPipeline } from "./test-pipeline.ts";

it("[LS18] times in lists and in the stream are whole numbers, although clocks have fractions", () => {
  const target = new TestPipeline(110_000.25);
  target.observe([{ pane_id: "%1", pane_pid: 100 }], [[100, 1, "bash", ["bash"]]]);
  target.pipeline.ensureRuntime("%1", "s1");
  target.say("needs_input", "which?", 110_000.4);
  const { fleet, now } = target;
  const error = { code: "E_TMUX", message: "", details: {} } as const;
  fleet.setTargetErrors([{ target: "vm1", error, since: 5.5 }]);
  expect(target.pane().attention?.raised_at).toBe(110_000);
  for (const shown of [fleet.list(now + 0.5), fleet.snapshot(now + 0.5)])
    for (const number of numbersIn(shown)) expect(Number.isInteger(number), String(number)).toBe(true);
});

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
