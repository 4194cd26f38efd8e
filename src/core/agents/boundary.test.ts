import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { AGENTS } from "./registry.ts";

const SOURCES = resolve(import.meta.dirname, "../..");
const FOLDERS = AGENTS.map(({ name }) => join("core", "agents", name));

describe("an agent's folder", () => {
  it("[PK1] is known to the registry alone: neither engine nor daemon nor commands reach into it", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    const reaches = files
      .filter((file) => !FOLDERS.some((folder) => file.startsWith(folder)) && !/\.test\.ts$/.test(file))
      .filter((file) => {
        const text = readFileSync(join(SOURCES, file), "utf8");
        return AGENTS.some(({ name }) => new RegExp(`from "[^"]*(agents|\\.)/${name}/`).test(text));
      });
    expect(reaches).toEqual([join("core", "agents", "registry.ts")]);
  });

  it("[PK1] the engine names no agent", () => {
    const engine = join(SOURCES, "core", "engine");
    const names = new RegExp(AGENTS.map(({ name }) => `"${name}"`).join("|"));
    const naming = readdirSync(engine).filter(
      (file) => !file.includes("test") && names.test(readFileSync(join(engine, file), "utf8")),
    );
    expect(naming).toEqual([]);
  });
});
