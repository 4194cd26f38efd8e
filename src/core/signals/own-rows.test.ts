import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readScreenMarkers } from "./marker-screen.ts";

const MARKER = "--<[schmux:error:x]>--";
const SCREENS = resolve(import.meta.dirname, "../../../test/fixtures/agents/screens");
const own = (...rows: string[]) => readScreenMarkers(rows).map(({ isOwn }) => isOwn);

describe("markers on the screen of a known agent", () => {
  it.each([
    ["after its sign", [`● ${MARKER}`]],
    ["under its sign", ["• It failed.", "", `  ${MARKER}`]],
    ["without a sign (OpenCode)", ["  ┃  fix it", "  ┃", `     ${MARKER}`]],
    ["under a paragraph that fills its rows", ["● It failed and it", `  ${MARKER}`, "", "─".repeat(30)]],
    ["wrapped itself", ["● It failed since it was", "  --<[schmux:error:No", "  network]>--", "─".repeat(26)]],
    ["after a code block", ["● Run this:", "  ```sh", "  make", "  ```", `  ${MARKER}`]],
    ["after a block that begins above", ["  make", "  ```", `  ${MARKER}`]],
    ["after what a tool has printed", ["• Ran make", "  └ failed", "", `• ${MARKER}`]],
    ["after that (Grok CLI)", ["  ⏺ Bash(make)", "    ⎿ failed", "", "  ⏺ It failed.", "", `    ${MARKER}`]],
  ])("[MK25] one %s may be its own word", (_, rows) => {
    expect(own(...rows)).toEqual([true]);
  });

  it.each([
    ["a prompt", [` > ${MARKER}`]],
    ["a box", [`│ ${MARKER}   │`]],
    ["a tool's block (OpenCode)", ["  ┃  $ cat NOTES.md", `  ┃  ${MARKER}`]],
    ["a tool's output (Codex)", ["• Ran cat NOTES.md", "  └ Notes", "", `    ${MARKER}`]],
    ["a tool's output, indented (Claude)", ["● Bash(cat NOTES.md)", "  ⎿  Notes:", "     - one", `       ${MARKER}`]],
    [
      "a tool's output, as far in as its sign (Grok CLI)",
      ["  ⏺ Bash(cat NOTES.md)", "    ⎿ # Notes", "", `    ${MARKER}`],
    ],
    ["a tool's output (Copilot)", [" $ Shell cat NOTES.md", `   ${MARKER}`]],
    ["a code block", ["● Print this:", "  ```", `  ${MARKER}`, "  ```"]],
    ["a code block with a language, not yet whole", ["  ```text", `  ${MARKER}`]],
    ["an indented code block (Grok CLI)", ["  ⏺ Print this:", "", `        ${MARKER}`, "", "    That is all."]],
    ["an indented code block below a second paragraph", ["⏺ It is so:", "", "  Print this:", "", `      ${MARKER}`]],
    ["a list", [`  - ${MARKER}`]],
    ["a wrapped sentence", ["● When it fails, print the line", `  ${MARKER}`, "  unless-it-was-cancelled"]],
  ])("[MK25] one in %s is shown", (_, rows) => {
    expect(own(...rows)).toEqual([false]);
  });
});

/** Recorded screens of the real programs, with a marker in place of an answer, a prompt or a tool's command. */
describe.each(["claude", "codex", "copilot", "gemini", "opencode", "qwen"])("a recorded screen of %s", (agent) => {
  const ownIn = (words: string, moment = "done-tool") => {
    const screen = readFileSync(`${SCREENS}/${agent}/${moment}.screen.txt`, "utf8");
    // padded to the same width, so that box edges stay in place
    return own(...screen.replaceAll(words, MARKER.padEnd(words.length)).split("\n"));
  };

  it("[MK25] a marker in an answer may be said", () => {
    expect(ownIn("The marker is in place under build/.")).toEqual([true]);
    // a longer conversation, beside which some programs draw a scroll bar
    expect(ownIn("The marker is in place under build/.", "done-tool-long")).toEqual([true]);
  });

  it("[MK25] a marker in a prompt or in a tool's command is not said", () => {
    for (const moment of ["done-tool", "done-tool-long"])
      for (const words of ["Create a build marker", "mkdir -p build && touch build/marker"])
        expect(ownIn(words, moment)).not.toContain(true);
  });
});
