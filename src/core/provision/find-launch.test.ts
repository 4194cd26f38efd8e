import { describe, expect, it } from "vitest";
import { AGENTS, adapterOf } from "../agents/registry.ts";
import { findLaunch } from "./find-launch.ts";

const found = (name: string) => {
  const launch = findLaunch(name, AGENTS);
  return launch.kind === "agent" ? [launch.name, ...launch.words] : launch.program;
};

describe("findLaunch", () => {
  it("[PV4] a model's name means the agent that runs it", () => {
    expect(["claude-opus", "claude-sonnet", "claude-haiku"].map(found)).toEqual([
      ["claude", "--model", "opus"],
      ["claude", "--model", "sonnet"],
      ["claude", "--model", "haiku"],
    ]);
    expect(found("claude-opus-4-1")).toEqual(["claude", "--model", "claude-opus-4-1"]);
    for (const name of ["kimi", "kimi-k2.5", "glm-4.7", "minimax", "qwen3-coder", "deepseek-chat"])
      expect(found(name)).toEqual(["claude", "--model", name]);
  });

  it("[PV4] an unknown name is a command, and so is anything with a slash", () => {
    expect(["claude", "codex", "gemini", "copilot", "opencode", "cursor"].map(found)).toEqual([
      ["claude"],
      ["codex"],
      ["gemini"],
      ["copilot"],
      ["opencode"],
      ["cursor"],
    ]);
    expect(found("cursor-agent")).toEqual(["cursor"]);
    expect(["plandex", "kimono", "./kimi", "/usr/bin/claude"].map(found)).toEqual([
      "plandex",
      "kimono",
      "./kimi",
      "/usr/bin/claude",
    ]);
  });
});

describe("launch words", () => {
  const launchOf = (name: string) => adapterOf(name)?.launch;

  it("[SC1] a prompt is one word that no agent takes for a command or an option", () => {
    expect(launchOf("claude")?.prompt?.("doctor")).toEqual(["--", "doctor "]);
    expect(launchOf("codex")?.prompt?.("-x yes")).toEqual(["--", "-x yes"]);
    expect(launchOf("gemini")?.prompt?.("-x")).toEqual(["--prompt-interactive=-x"]);
    expect(launchOf("copilot")?.prompt?.("a\nb")).toEqual(["--interactive=a\nb"]);
    expect(launchOf("opencode")?.prompt?.("a=b")).toEqual(["--prompt=a=b"]);
    expect(launchOf("kilo")?.prompt?.("a=b")).toEqual(["--prompt=a=b"]);
    expect(launchOf("pi")?.prompt?.("list")).toEqual(["--", "list "]);
  });

  it("[PV1] the user's own instructions for Claude and Codex stay", () => {
    const words = (agent: string, args: string[], settings: [string, string][] = []) => {
      const instructions = launchOf(agent)?.instructions;
      return instructions?.by === "words"
        ? instructions.words({ text: 'a "b"', file: "/f", args, settings: new Map(settings) })
        : undefined;
    };
    expect(words("claude", ["--append-system-prompt", "mine"])).toEqual(["--append-system-prompt-file", "/f"]);
    expect(words("claude", ["--append-system-prompt-file=/mine"])).toEqual(["--append-system-prompt", 'a "b"']);
    expect(words("claude", ["--append-system-prompt-file", "/mine", "--append-system-prompt", "x"])).toBeNull();
    const config: [string, string] = ["~/.codex/config.toml", 'model = "x"\ndeveloper_instructions = "mine"\n'];
    expect(words("codex", [], [config])).toEqual(["-c", 'developer_instructions="mine\\n\\na \\"b\\""']);
    expect(words("codex", [], [["~/.codex/config.toml", "broken ="]])).toEqual([
      "-c",
      'developer_instructions="a \\"b\\""',
    ]);
    expect(words("codex", ["-c", "developer_instructions=x"])).toBeNull();
  });

  it("[SW1] Codex's tools get the variables whatever server runs them", () => {
    expect(launchOf("codex")?.variables?.({ SCHMUX_STATUS_FILE: "/it's" })).toEqual([
      "-c",
      'shell_environment_policy.set.SCHMUX_STATUS_FILE="/it\'s"',
    ]);
  });
});
