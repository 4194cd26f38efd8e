import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../src/core/protocol/base/error-codes.ts";
import { IntegrationReport } from "../../src/core/protocol/daemon/integration.ts";
import type { Ran } from "./sandbox.ts";

const SCHEMA = resolve(import.meta.dirname, "../../schemas/integration-report.json");

/** The file of each agent that `agtmux integrate` changes, in a home. */
export const PLACES = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
  copilot: ".copilot/hooks/agtmux.json",
  opencode: ".config/opencode/plugin/agtmux.js",
  kilo: ".config/kilo/plugin/agtmux.js",
  pi: ".pi/agent/extensions/agtmux.js",
  cursor: ".cursor/hooks.json",
  qwen: ".qwen/settings.json",
};

/** A user with a home in which agents have their settings. */
export abstract class Integrating {
  abstract readonly home: string;

  abstract integrate(...words: string[]): Promise<Ran>;

  async report(...words: string[]): Promise<IntegrationReport> {
    const ran = await this.integrate(...words, "--json");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const report = JSON.parse(ran.stdout);
    const published = JSON.parse(readFileSync(SCHEMA, "utf8"));
    expect(z.fromJSONSchema(published).safeParse(report).error).toBeUndefined();
    return IntegrationReport.strict().parse(report);
  }

  write(path: string, text: string): string {
    const full = join(this.home, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), "utf8");
  }
}

export function expectFault(ran: Ran, code: ErrorCode, words: string | RegExp): void {
  expect(ran.stderr).toMatch(new RegExp(`^agtmux: .*\\S.* \\[${code}\\]\n$`, "s"));
  expect(ran.stderr).toMatch(words);
  expect([code, ran.code]).toEqual([code, ERRORS[code].exit]);
}
