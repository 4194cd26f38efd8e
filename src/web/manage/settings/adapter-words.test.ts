import { expect, it } from "vitest";
import type { AdapterItem } from "../../../core/protocol/daemon/adapters.ts";
import { integrationWords, unknownScreenWords } from "./adapter-words.ts";

const adapter = (health: Partial<AdapterItem["health"]>, enabled = true) =>
  ({
    label: "Claude",
    enabled,
    health: { running: 0, last_event: null, unknown_screens: [], ...health },
  }) as AdapterItem;

it("[UI11] an integration says whether the agent's own hooks speak", () => {
  expect(integrationWords(adapter({}))).toBe("Nothing has been heard from it yet.");
  expect(integrationWords(adapter({ running: 1 }))).toContain("reported nothing yet");
  expect(integrationWords(adapter({ last_event: { at: 1, source: "hook" } }))).toBe("Its own hooks report its state.");
  expect(integrationWords(adapter({ last_event: { at: 1, source: "session_file" } }))).toContain("session file");
  expect(integrationWords(adapter({}, false))).toContain("any other program");
});

it("[UI11] screens that could not be read are counted, with the versions", () => {
  expect(unknownScreenWords(adapter({}))).toBeNull();
  expect(unknownScreenWords(adapter({ unknown_screens: [{ version: "2.1", count: 3 }] }))).toBe(
    "3 screens could not be read (2.1).",
  );
});
