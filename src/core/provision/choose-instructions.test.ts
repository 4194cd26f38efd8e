import { expect, it } from "vitest";
import type { Launch } from "../adapter/launch.ts";
import { adapterOf } from "../agents/registry.ts";
import { chooseInstructions } from "./choose-instructions.ts";
import { INSTRUCTION_BLOCK, putBlock } from "./text-block.ts";

const BLOCK = putBlock("", "Signal.", INSTRUCTION_BLOCK);
const given = { text: "Signal.", file: "/h/instructions.md", settings: new Map<string, string>(), args: [] };

function choose(agent: string, files: Record<string, string>, workspace = "/w", settings = given.settings) {
  const seen = Object.entries(files).map(([path, text]) => ({ path, text }));
  return chooseInstructions({ ...given, settings, launch: launchOf(agent), workspace, seen });
}

function launchOf(agent: string): Launch {
  return adapterOf(agent)?.launch as Launch;
}

it("[PV1] Claude and Codex are told by words", () => {
  expect(choose("claude", {})).toEqual({ by: "words", words: ["--append-system-prompt-file", "/h/instructions.md"] });
  expect(choose("codex", {})).toEqual({ by: "words", words: ["-c", 'developer_instructions="Signal."'] });
});

it("[PV1] other agents get a block in the file that they really read", () => {
  expect(choose("gemini", {})).toEqual({ by: "file", path: "/w/GEMINI.md", before: null });
  expect(choose("copilot", { "/w/CLAUDE.md": "x" })).toEqual({ by: "file", path: "/w/AGENTS.md", before: null });
  expect(choose("opencode", { "/w/CLAUDE.md": "x" })).toEqual({ by: "file", path: "/w/CLAUDE.md", before: "x" });
  expect(choose("opencode", { "/w/AGENTS.md": "a", "/w/CLAUDE.md": "x" })).toMatchObject({ path: "/w/AGENTS.md" });
  // a file above the workspace would be hidden too
  expect(choose("opencode", { "/r/CLAUDE.md": "x" }, "/r/sub")).toEqual({
    by: "file",
    path: "/r/sub/CLAUDE.md",
    before: null,
  });
  expect(choose("cursor", {}, "/")).toMatchObject({ path: "/AGENTS.md" });
});

it("[PV1] the agent's own place comes before files at the root, where it is there", () => {
  const own = { gemini: "/w/.gemini/GEMINI.md", copilot: "/w/.github/copilot-instructions.md" };
  expect(choose("gemini", { [own.gemini]: "mine", "/w/GEMINI.md": "x" })).toEqual({
    by: "file",
    path: own.gemini,
    before: "mine",
  });
  expect(choose("copilot", { [own.copilot]: "mine", "/w/AGENTS.md": "x" })).toMatchObject({ path: own.copilot });
  expect(choose("copilot", { "/w/AGENTS.md": "x" })).toMatchObject({ path: "/w/AGENTS.md", before: "x" });
  // above the workspace it is not read
  expect(choose("gemini", { "/r/.gemini/GEMINI.md": BLOCK }, "/r/sub")).toEqual({
    by: "file",
    path: "/r/sub/GEMINI.md",
    before: null,
  });
  expect(choose("gemini", { "/w/GEMINI.md": BLOCK, [own.gemini]: "mine" })).toEqual({
    by: "present",
    path: "/w/GEMINI.md",
  });
});

it("[PV1] Gemini's own settings say which file it reads, and lead nowhere else", () => {
  const named = (fileName: unknown) =>
    choose(
      "gemini",
      {},
      "/w",
      new Map([["~/.gemini/settings.json", `{ // mine\n"context": ${JSON.stringify({ fileName })},}`]]),
    );
  expect(named("AGENTS.md")).toMatchObject({ path: "/w/AGENTS.md" });
  expect(named(["NOTES.md", "GEMINI.md"])).toMatchObject({ path: "/w/NOTES.md" });
  expect(named("../../.bashrc")).toMatchObject({ path: "/w/GEMINI.md" });
  expect(named(7)).toMatchObject({ path: "/w/GEMINI.md" });
});

it("[PV3] a block that the agent already reads is not added again; one in another file does not count", () => {
  expect(choose("codex", { "/w/AGENTS.md": BLOCK })).toEqual({ by: "present", path: "/w/AGENTS.md" });
  expect(choose("claude", { "/w/AGENTS.md": BLOCK })).toEqual({ by: "present", path: "/w/AGENTS.md" });
  expect(choose("claude", { "/w/AGENTS.md": BLOCK, "/w/CLAUDE.md": "x" })).toMatchObject({ by: "words" });
  expect(choose("copilot", { "/w/GEMINI.md": BLOCK })).toEqual({ by: "present", path: "/w/GEMINI.md" });
  expect(choose("opencode", { "/w/AGENTS.md": "a", "/w/CLAUDE.md": BLOCK })).toMatchObject({ path: "/w/AGENTS.md" });
  expect(choose("gemini", { "/r/GEMINI.md": BLOCK }, "/r/sub")).toEqual({ by: "present", path: "/r/GEMINI.md" });
  expect(choose("gemini", { "/w/GEMINI.md": BLOCK })).toEqual({ by: "file", path: "/w/GEMINI.md", before: BLOCK });
});
