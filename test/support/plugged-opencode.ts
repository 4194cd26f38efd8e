import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pluginFor } from "../../src/core/agents/opencode/plugin.ts";

/**
 * An agent like OpenCode as far as our plugin goes: it reads events from a file, gives them to the plugin, and replies to
 * requests as OpenCode's own server does, which knows a request until it is answered.
 */
const HOST = `
import { appendFileSync, existsSync, readFileSync, unlinkSync } from "node:fs";
const [log, orders, plugin] = process.argv.slice(2);
const { Agtmux } = await import(plugin);
const open = new Map();
const note = (entry) => appendFileSync(log, JSON.stringify(entry) + "\\n");
const request = async ({ url, body }) => {
  const [, kind, id] = url.split("/");
  const sessionID = open.get(id);
  note({ kind, id, body, ok: open.delete(id) });
  if (sessionID === undefined && kind !== "session") return { response: { ok: false } };
  if (kind !== "session") tell({ type: kind + ".replied", properties: { sessionID, requestID: id, ...body } });
  else { tell({ type: "session.error", properties: { sessionID: id, error: { name: "MessageAbortedError" } } }); tell({ type: "session.idle", properties: { sessionID: id } }); }
  return { response: { ok: true } };
};
const hooks = await Agtmux({ directory: process.cwd(), client: { _client: { request } } });
const tell = (event) => hooks.event({ event });
setInterval(() => {
  if (!existsSync(orders)) return;
  const events = JSON.parse(readFileSync(orders, "utf8"));
  unlinkSync(orders);
  for (const event of events) {
    const { id, requestID, sessionID } = event.properties;
    if (event.type.endsWith(".asked")) open.set(id, sessionID);
    else open.delete(requestID);
    const { tool, metadata } = event.properties;
    if (tool) hooks["tool.execute.before"]({ tool: "bash", sessionID, callID: tool.callID }, { args: metadata });
    tell(event);
  }
}, 20);
`;

export interface PluggedOpenCode {
  command: string;
  tell(...events: object[]): void;
  /** Whether it has read what it was told. */
  hasHeard(): boolean;
  /** The requests that the plugin made to its agent. */
  read(): object[];
}

/** The command that starts it; `home` is the AGTMUX_HOME on its machine. */
export function pluggedOpenCode(dir: string, home: string): PluggedOpenCode {
  const [binary, host, plugin] = [join(dir, "bin", "opencode"), join(dir, "host.mjs"), join(dir, "plugin.mjs")];
  const [log, orders] = [join(dir, "opencode.jsonl"), join(dir, "opencode.order")];
  mkdirSync(dirname(binary), { recursive: true });
  if (!existsSync(binary)) symlinkSync(process.execPath, binary);
  writeFileSync(host, HOST);
  writeFileSync(plugin, pluginFor("opencode"));
  return {
    command: `AGTMUX_HOME=${home} ${binary} ${host} ${log} ${orders} ${plugin}`,
    tell(...events) {
      writeFileSync(`${orders}.tmp`, JSON.stringify(events));
      renameSync(`${orders}.tmp`, orders);
    },
    hasHeard: () => !existsSync(orders),
    read: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      return text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
  };
}

/** A permission that it asks for. */
export function permission(id: string, command: string): object {
  const about = { patterns: [command], metadata: { command }, tool: { callID: `call_${id}` } };
  const properties = { id, sessionID: "ses_1", permission: "bash", ...about };
  return { type: "permission.asked", properties };
}
