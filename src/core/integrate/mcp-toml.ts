import type { McpServer } from "../adapter/integration.ts";
import type { Edited, Settings, SettingsFault } from "../adapter/settings.ts";
import { tomlString } from "../adapter/toml-string.ts";
import { parseSettingsFile } from "../protocol/settings/settings-file.ts";
import { ENTRY_FACTS, SERVER_NAME } from "./mcp-server.ts";

const NOTE = "# by 'agtmux integrate --mcp'";
/** The line break before our block was not there, so it is removed with it. */
const NOTE_NO_END = `${NOTE}, after a line without an end`;

/** Edits our table `[<key>.agtmux]` at the end of a TOML file; one that the user has made is left alone. */
export function mcpToml(key: string): (server: McpServer) => Settings {
  const header = `[${key}.${SERVER_NAME}]`;
  const ours = new RegExp(
    String.raw`(\n?)${escaped(header)}\n(# by 'agtmux integrate --mcp'[^\n]*)\n(?:(?:command|args|env_vars|env) = [^\n]*\n)+`,
  );
  return (server) => {
    const add = (text: string | null): Edited => {
      if (text === null) return { ok: true, text: blockOf(header, NOTE, server) };
      const before = ours.exec(text);
      if (before !== null) {
        const [whole, lead, note = NOTE] = before;
        return { ok: true, text: text.replace(whole, () => lead + blockOf(header, note, server)) };
      }
      if (hasOwn(text, key)) return { ok: true, text };
      const note = /(^|\n)$/.test(text) ? NOTE : NOTE_NO_END;
      const added = `${text}${note === NOTE ? "" : "\n"}\n${blockOf(header, note, server)}`;
      const parsed = parseSettingsFile(added);
      return parsed.ok ? { ok: true, text: added } : { ok: false, fault: faultOf(parsed) };
    };
    return {
      inspect(text) {
        const added = add(text);
        if (!added.ok) return { state: "malformed", fault: added.fault };
        if (added.text === text) return { state: "current", ...ENTRY_FACTS };
        return text !== null && ours.test(text)
          ? { state: "outdated", ...ENTRY_FACTS, stale: [SERVER_NAME] }
          : { state: "absent", ...ENTRY_FACTS, missing: [SERVER_NAME] };
      },
      add,
      remove(text) {
        const found = text === null ? null : ours.exec(text);
        if (text === null || found === null) return { ok: true, text };
        if (found[0] === text && found[1] === "") return { ok: true, text: null };
        const start = found.index - (found[2] === NOTE_NO_END ? 1 : 0);
        return { ok: true, text: text.slice(0, start) + text.slice(found.index + found[0].length) };
      },
    };
  };
}

function blockOf(header: string, note: string, { program, home }: McpServer): string {
  const env = home === null ? "" : `env = { AGTMUX_HOME = ${tomlString(home)} }\n`;
  // it passes on only what is named here
  return `${header}\n${note}\ncommand = ${tomlString(program)}\nargs = ["mcp"]\nenv_vars = ["TMUX", "TMUX_PANE"]\n${env}`;
}

/** Whether the file has a server of our name. */
function hasOwn(text: string, key: string): boolean {
  const parsed = parseSettingsFile(text);
  const servers = parsed.ok ? parsed.words[key] : undefined;
  return typeof servers === "object" && servers !== null && Object.hasOwn(servers, SERVER_NAME);
}

function faultOf({ fault, line }: { fault: string; line: number | null }): SettingsFault {
  return { line: line ?? 1, column: 1, expected: `valid TOML (${fault})` };
}

function escaped(text: string): string {
  return text.replaceAll(/[.[\]]/g, String.raw`\$&`);
}
