import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../render/width.ts";
import { TOPICS } from "./help.ts";

/** The names of the commands, as main.ts has them; it cannot be loaded without running. */
const main = readFileSync(join(import.meta.dirname, "../main.ts"), "utf8");
const table = main.slice(main.indexOf("const COMMANDS"), main.indexOf("\n};"));
const commands = [...table.matchAll(/^ {2}"?([a-z-]+)"?: /gm)].map(([, name]) => name as string);

describe("help", () => {
  it.each(commands.filter((name) => name !== "help"))("[CL23] %s has usage, words and an example", (name) => {
    const text = TOPICS[name] ?? "";
    expect(text).toMatch(/^(agtmux|eval "\$\(agtmux)/);
    expect(text).toMatch(/^Examples?: /m);
    expect(text.split("\n\n").length).toBeGreaterThan(2);
  });

  it("[CL23] every topic is of a command that there is", () => {
    expect(commands).toEqual(expect.arrayContaining(Object.keys(TOPICS)));
  });

  it("[CL23] no line is longer than a wide terminal", () => {
    for (const [name, text] of Object.entries(TOPICS))
      for (const line of text.split("\n")) expect([name, line, displayWidth(line) <= 150]).toEqual([name, line, true]);
  });
});
