import { expect, it } from "vitest";
import { parseMarker } from "../signals/marker.ts";
import { SCHMUX_STATES } from "../signals/schmux-state.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { blockOf, INSTRUCTION_BLOCK, putBlock } from "./text-block.ts";

it("[PV6] the file comes first, the marker last; all five states, the length and the bracket are named", () => {
  const file = INSTRUCTIONS.indexOf('> "$SCHMUX_STATUS_FILE"');
  expect(file).toBeGreaterThan(0);
  expect(INSTRUCTIONS.indexOf("--<[schmux:")).toBeGreaterThan(file);
  for (const state of SCHMUX_STATES) expect(INSTRUCTIONS).toMatch(new RegExp(`\\b${state}\\b`));
  expect(INSTRUCTIONS).toContain("shorter than 100 characters");
  expect(INSTRUCTIONS).toContain('without "]"');
  expect(INSTRUCTIONS).toContain("in no code block");
  expect(INSTRUCTIONS).toContain("../inbox");
});

it("[PV6] they are six lines: what an agent reads with every request is kept short", () => {
  expect(INSTRUCTIONS.split("\n")).toHaveLength(6);
});

it("[PV6] printing the instructions does not signal anything", () => {
  const markers = INSTRUCTIONS.split("\n").filter((line) => parseMarker(line)?.type === "signal");
  expect(markers).toEqual([]);
});

it("[PV1] the text fits into a block", () => {
  expect(blockOf(putBlock("", INSTRUCTIONS, INSTRUCTION_BLOCK), INSTRUCTION_BLOCK)).toBe(INSTRUCTIONS);
});
