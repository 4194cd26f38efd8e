import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { McpServer } from "../adapter/integration.ts";
import { AGENTS } from "../agents/registry.ts";
import { parseSettingsFile } from "../protocol/settings/settings-file.ts";
import { parseJsonc } from "./jsonc.ts";
import { randomSettings } from "./random-settings.ts";

const SERVER: McpServer = { program: "/opt/agtmux/bin/agtmux", home: null };
const MOVED: McpServer = { program: "/usr/lib/agtmux/bin/agtmux", home: "/srv/agtmux home" };
const INTEGRABLE = AGENTS.flatMap(({ name, integration }) =>
  integration?.mcp === undefined
    ? []
    : [{ name, ...integration.mcp, isToml: integration.mcp.file({ home: "/h", env: {} }).endsWith(".toml") }],
);

function textOf(edited: { ok: true; text: string | null } | { ok: false; fault: unknown }): string | null {
  if (!edited.ok) throw new Error(JSON.stringify(edited.fault));
  return edited.text;
}

describe("the entry of agtmux among an agent's MCP servers", () => {
  it("[MC12] there is one for each agent that takes MCP servers", () => {
    expect(INTEGRABLE.map(({ name }) => name).sort()).toEqual([
      "claude",
      "codex",
      "copilot",
      "cursor",
      "gemini",
      "kilo",
      "opencode",
      "pi",
      "qwen",
    ]);
  });

  it.each(INTEGRABLE)("[MC12] $name: a file that we made goes, and a new path or home replaces the old", (agent) => {
    const fresh = textOf(agent.settings(SERVER).add(null, ""));
    expect(agent.isToml ? parseSettingsFile(fresh ?? "").ok : parseJsonc(fresh ?? "").ok).toBe(true);
    expect(agent.settings(SERVER).inspect(fresh, "").state).toBe("current");
    expect(agent.settings(MOVED).inspect(fresh, "").state).toBe("outdated");
    expect(agent.settings(SERVER).inspect(null, "").state).toBe("absent");
    const moved = textOf(agent.settings(MOVED).add(fresh, ""));
    expect(moved).toContain("/usr/lib/agtmux/bin/agtmux");
    expect(moved).toContain("/srv/agtmux home");
    expect(moved).not.toContain("/opt/agtmux");
    expect(textOf(agent.settings(SERVER).add(fresh, ""))).toBe(fresh);
    expect(textOf(agent.settings(SERVER).remove(fresh))).toBeNull();
  });

  it.each(INTEGRABLE.filter(({ isToml }) => !isToml))(
    "[MC12] $name: beside anything of the user's it comes and goes without a trace",
    (agent) => {
      fc.assert(
        fc.property(randomSettings, (text) => {
          const added = agent.settings(SERVER).add(text, "");
          if (!added.ok || added.text === text) return;
          expect(parseJsonc(added.text ?? "").ok).toBe(true);
          expect(textOf(agent.settings(SERVER).remove(added.text))).toBe(text);
        }),
      );
    },
  );

  it.each(["", "\n", 'model = "x"', 'model = "x"\n', "[a]\nb = 1\n\n", "# only a note"])(
    "[MC12] in TOML %j it comes and goes without a trace, also with a table behind it",
    (text) => {
      const settings = INTEGRABLE.find(({ isToml }) => isToml)?.settings(SERVER);
      const added = textOf(settings?.add(text, "") ?? { ok: false, fault: "no agent" }) ?? "";
      expect(parseSettingsFile(added)).toMatchObject({
        ok: true,
        words: { mcp_servers: { agtmux: { args: ["mcp"] } } },
      });
      expect(textOf(settings?.remove(added) ?? { ok: false, fault: "" })).toBe(text);
      const more = '\n[projects."/w"]\ntrust_level = "trusted"\n';
      expect(textOf(settings?.remove(added + more) ?? { ok: false, fault: "" })).toBe(text + more);
    },
  );

  it("[MC12] an entry that the user has made stays as it is", () => {
    const json = '{ "mcpServers": { "agtmux": { "command": "my-own", "args": [] } } }';
    const toml = '[mcp_servers.agtmux]\ncommand = "agtmux"\nargs = ["mcp"]\n';
    // OpenCode and Kilo have another key
    for (const { settings, isToml } of INTEGRABLE.filter(({ name }) => !["opencode", "kilo"].includes(name))) {
      const text = isToml ? toml : json;
      expect(textOf(settings(SERVER).add(text, ""))).toBe(text);
      expect(textOf(settings(SERVER).remove(text))).toBe(text);
    }
  });

  it("[MC12] a file that cannot be read is left alone, with the place of the fault", () => {
    for (const { settings, isToml } of INTEGRABLE)
      expect(settings(SERVER).add(isToml ? "a = = 1\n" : "{ nonsense", "")).toMatchObject({ ok: false });
  });
});
