import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordedScreens } from "../../../test/accuracy/shown-screen.ts";
import { patternsOf } from "../agent-file/check-agent-file.ts";
import { withPhrases } from "../agent-file/phrases.ts";
import { readAgentFile } from "../agent-file/read-agent-file.ts";
import { linearPattern } from "../pattern/linear-pattern.ts";
import { nativePattern } from "../pattern/pattern.ts";
import { AGENTS } from "./registry.ts";

const FILES = AGENTS.flatMap(({ name }) => {
  const path = join(import.meta.dirname, name, `${name}.toml`);
  return existsSync(path) ? [{ name, text: readFileSync(path, "utf8") }] : [];
});
const LINES = new Set(recordedScreens().flatMap(({ screen }) => [...screen.lines, screen.title ?? ""]));

describe("the files of the agents that agtmux knows", () => {
  it("[AD46, AD96] there is one for each agent whose screens have been seen, and for each by its documentation alone", () => {
    expect(FILES.map(({ name }) => name)).toEqual(
      AGENTS.filter(({ readScreen, normalize }) => readScreen ?? !normalize).map(({ name }) => name),
    );
  });

  it.each(FILES)("[AD46] $name's is right, and named as its agent", ({ name, text }) => {
    const result = readAgentFile(`${name}.toml`, text);
    expect(result.ok ? result.file.name : result.faults).toBe(name);
  });

  it.each(FILES)("[AD47] $name's patterns find the same in linear time as by a regular expression", ({ text }) => {
    const result = readAgentFile("agent.toml", text);
    if (!result.ok) throw new Error(result.faults.join("\n"));
    const sources = new Set(
      patternsOf(result.file).map(({ source }) => withPhrases(source, result.file.phrases).source),
    );
    const differing = [...sources].flatMap((source) => {
      const linear = linearPattern(source);
      const native = nativePattern(source);
      if (!linear.ok) return [`${source}: ${linear.fault}`];
      return [...LINES].filter((line) => linear.pattern.exec(line)?.[0] !== native.exec(line)?.[0]);
    });
    expect(differing).toEqual([]);
  });
});
