import { describe, expect, it } from "vitest";
import { recordedHooks } from "../../../test/accuracy/recorded-words.ts";
import { AGENTS, adapterOf } from "../agents/registry.ts";
import type { Adapter } from "./adapter.ts";
import { type Integration, inspectIntegration } from "./integration.ts";

const HOME = "/h/.agtmux";
const agents = AGENTS.flatMap((agent) =>
  agent.integration === undefined ? [] : [{ name: agent.name, agent, integration: agent.integration }],
);

function integrationOf(name: string): Integration {
  const integration = adapterOf(name)?.integration;
  if (integration === undefined) throw new Error(`no integration of ${name}`);
  return integration;
}

function freshText(integration: Integration): string {
  const added = integration.settings.add(null, HOME);
  return added.ok ? (added.text ?? "") : "";
}

function inspect(name: string, settings: string | null) {
  return inspectIntegration(integrationOf(name), { path: "/p", settings, switches: null }, HOME);
}

/** Payloads that give every event a meaning at least once. */
const PAYLOADS = [
  {},
  { trigger: "manual" },
  { notification_type: "ToolPermission" },
  { notification_type: "permission_prompt" },
  { status: "completed" },
  { prompt: "go on" },
  { notification_type: "idle_prompt" },
  { tool_calls: [{ status: "cancelled" }] },
].map((payload) => JSON.stringify(payload));

function tells(agent: Adapter, event: string, payloads: readonly string[]): boolean {
  const readings = payloads.flatMap((payload) => agent.normalize?.({ event, payload }) ?? []);
  return readings.some(({ evidence }) => evidence.kind !== "note");
}

function hookedBy(integration: Integration): string[] {
  return Object.keys(JSON.parse(freshText(integration)).hooks);
}

describe("where an agent keeps its settings", () => {
  it.each(agents)("[IN10] $name names every variable that it depends on", ({ integration }) => {
    const asked = new Set<string>();
    const env = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
    integration.folder({ home: "/h", env });
    expect([...asked]).toEqual(integration.variables);
  });
});

describe("every agent's integration", () => {
  it("[IN1] there is one for each agent that reports events", () => {
    const reporting = AGENTS.filter(({ capabilities }) => capabilities.event_driven);
    expect(agents.map(({ name }) => name)).toEqual(reporting.map(({ name }) => name));
  });

  it.each(agents.filter(({ integration }) => integration.file.endsWith(".json")))(
    "[IN1] $name: each installed hook gives something, and no recorded event of another hook does",
    ({ agent, integration }) => {
      const hooked = hookedBy(integration);
      for (const event of hooked) expect([event, tells(agent, event, PAYLOADS)]).toEqual([event, true]);
      const others = recordedHooks(agent.name).filter(({ event }) => !hooked.includes(event) && event !== "notify");
      for (const { event, payload } of others) expect([event, tells(agent, event, [payload])]).toEqual([event, false]);
    },
  );

  it.each(agents)("[IN2] $name: a file of ours is current, and goes as a whole", ({ integration }) => {
    const text = freshText(integration);
    expect(integration.settings.inspect(text, HOME)).toMatchObject({ state: "current", missing: [], stale: [] });
    expect(integration.settings.add(text, HOME)).toEqual({ ok: true, text });
    expect(integration.settings.remove(text)).toEqual({ ok: true, text: null });
  });

  it.each(agents)("[IN5] $name: missing hooks and hooks of another home are different results", ({ integration }) => {
    expect(integration.settings.inspect(null, HOME)).toMatchObject({ state: "absent", disabled: null });
    const moved = integration.settings.inspect(freshText(integration), "/elsewhere");
    expect(moved).toMatchObject({ state: "outdated" });
  });

  it("[IN1] settings are where the agent's own variables say", () => {
    const person = (env: Record<string, string>) => ({ home: "/home/me", env });
    const folders = (env: Record<string, string>) =>
      Object.fromEntries(
        agents.map(({ name, integration }) => [name, `${integration.folder(person(env))}/${integration.file}`]),
      );
    expect(folders({})).toEqual({
      claude: "/home/me/.claude/settings.json",
      codex: "/home/me/.codex/hooks.json",
      gemini: "/home/me/.gemini/settings.json",
      copilot: "/home/me/.copilot/hooks/agtmux.json",
      opencode: "/home/me/.config/opencode/plugin/agtmux.js",
      kilo: "/home/me/.config/kilo/plugin/agtmux.js",
      pi: "/home/me/.pi/agent/extensions/agtmux.js",
      cursor: "/home/me/.cursor/hooks.json",
      qwen: "/home/me/.qwen/settings.json",
    });
    expect(
      folders({
        CLAUDE_CONFIG_DIR: "/c",
        CODEX_HOME: "/x",
        COPILOT_HOME: "/p",
        XDG_CONFIG_HOME: "/g",
        PI_CODING_AGENT_DIR: "/i",
      }),
    ).toMatchObject({
      claude: "/c/settings.json",
      codex: "/x/hooks.json",
      copilot: "/p/hooks/agtmux.json",
      opencode: "/g/opencode/plugin/agtmux.js",
      kilo: "/g/kilo/plugin/agtmux.js",
      pi: "/i/extensions/agtmux.js",
    });
  });
});

describe("what keeps hooks from running", () => {
  it.each([
    ["claude", { disableAllHooks: true }, '"disableAllHooks" is true'],
    ["claude", { disableAllHooks: false }, null],
    ["gemini", { hooksConfig: { enabled: false } }, '"enabled" is false in "hooksConfig"'],
    ["gemini", { hooksConfig: { enabled: true } }, null],
    ["gemini", { hooksConfig: { disabled: ["agtmux"] } }, '"agtmux" is among the "disabled" of "hooksConfig"'],
    ["gemini", { hooksConfig: { disabled: ["other"] } }, null],
  ])("[IN5] %s %j: %s", (name, settings, words) => {
    expect(inspect(name, JSON.stringify(settings))).toMatchObject({
      disabled: words === null ? null : { words, file: "settings" },
    });
  });

  it("[IN5] an older list of events is outdated, and says what is missing", () => {
    const { StopFailure: _, ...hooks } = JSON.parse(freshText(integrationOf("claude"))).hooks;
    expect(inspect("claude", JSON.stringify({ hooks }))).toMatchObject({ state: "outdated", missing: ["StopFailure"] });
  });

  it("[IN4] another plugin in our place is not touched", () => {
    const { settings } = integrationOf("opencode");
    const theirs = "export const Mine = async () => ({})\n";
    expect(settings.add(theirs, HOME)).toMatchObject({ ok: false, fault: { line: 1, column: 1 } });
    expect(settings.remove(theirs)).toEqual({ ok: true, text: theirs });
  });

  it("[IN1] OpenCode's plugin writes into the home that it was made for", () => {
    const text = freshText(integrationOf("opencode"));
    expect(text).toContain(`const home = process.env.AGTMUX_HOME || "${HOME}"`);
  });
});
