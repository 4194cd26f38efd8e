import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Adapter } from "../adapter/adapter.ts";
import { AGENTS } from "./registry.ts";

const SHELLS = ["sh", "bash", "dash", "zsh", "fish", "tcsh"];
const HOME = join(tmpdir(), "agtmux that's gone", ".agtmux");
const userHome = mkdtempSync(join(tmpdir(), "agtmux-user-"));
afterAll(() => rmSync(userHome, { recursive: true }));

/** Every command that integrate writes into this agent's settings. An agent with a plugin has none. */
function commandsOf({ integration }: Adapter): string[] {
  const edited = integration?.settings.add(null, HOME);
  const text = edited?.ok ? (edited.text ?? "") : "";
  return [...text.matchAll(/"(?:command|bash)": ("test (?:[^"\\]|\\.)*")/g)].map(([, words]) =>
    JSON.parse(words as string),
  );
}

function endOf(shell: string, command: string) {
  // bash takes a socket at its input for a remote login, and reads what the user's own .bashrc says
  const env = { ...process.env, HOME: userHome };
  const { status, stdout, stderr } = spawnSync(shell, ["-c", command], { input: "{}", encoding: "utf8", env });
  return { command, status, stdout, stderr };
}

// a plugin has a test of its own
describe.each(AGENTS.filter((agent) => commandsOf(agent).length > 0).map((agent) => [agent.label, agent] as const))(
  "the hooks of %s, when agtmux is gone",
  (_, agent) => {
    const commands = commandsOf(agent);

    it("[IN30] succeed, say nothing and make no file, each of them", () => {
      expect(commands.length).toBeGreaterThan(7);
      expect(new Set(commands).size).toBe(commands.length);
      const silent = commands.map((command) => ({ command, status: 0, stdout: "", stderr: "" }));
      expect(commands.map((command) => endOf("sh", command))).toEqual(silent);
      expect(existsSync(HOME)).toBe(false);
    });

    it.each(SHELLS)("[IN30] do so in %s, one of each kind", (shell) => {
      for (const verb of ["hook", "decide"])
        for (const command of commands.filter((each) => each.includes(` ${verb} `)).slice(0, 1))
          expect(endOf(shell, command)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    });
  },
);

it("[IN30] every agent that is integrated by commands is tried", () => {
  const byCommands = AGENTS.filter(({ integration }) => integration?.file.endsWith(".json"));
  expect(AGENTS.filter((agent) => commandsOf(agent).length > 0)).toEqual(byCommands);
});
