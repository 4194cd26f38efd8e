import { join } from "node:path";
import { readAgentFile } from "../../core/agent-file/read-agent-file.ts";
import { BUILT_IN_FILES } from "../../core/agents/registry.ts";
import { newestTried } from "../../core/doctor/tried-version.ts";
import { packAgents } from "../../core/pack/pack-agents.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { readAgentText, readOwnAgents } from "../common/own-agents.ts";
import { Packs } from "../common/packs.ts";
import { TRIED_VERSIONS } from "../common/tried-versions.ts";
import { renderAgentFile, renderAgentFiles, type ShownFile } from "../render/agent-files.ts";
import { ADAPTERS } from "../tables/adapters.ts";

/** Shows what agents look like to agtmux: all of them in a line each, or one with its cues. Needs no daemon. */
export function showAdapters(args: string[], context: Context): void {
  const { positionals, values } = readOptions(ADAPTERS.subcommands.show, args);
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: adapters show wants one name`);
  const { files, faults } = filesOf(context);
  if (name === undefined) {
    const shown = { schema_version: 1, files: files.map(({ file, path }) => ({ path, ...file })), faults };
    context.out(values.json ? JSON.stringify(shown) : renderAgentFiles(files, faults, context));
    return;
  }
  const fault = faults.find(({ path }) => path.endsWith(`/${name}.toml`));
  if (fault !== undefined) throw new Fault("E_INVALID_INPUT", fault.message);
  const found = files.find(({ file }) => file.name === name);
  if (found === undefined) {
    const names = files.map(({ file }) => file.name).join(", ");
    throw new Fault("E_ADAPTER_NOT_FOUND", `no agent file is called "${name}"; there are ${names}`, { adapter: name });
  }
  const tried = found.path === null ? newestTried(name, TRIED_VERSIONS) : null;
  context.out(values.json ? JSON.stringify({ ...found.file, tried }) : renderAgentFile({ ...found, tried }, context));
}

function filesOf(context: Context): { files: ShownFile[]; faults: { path: string; message: string }[] } {
  const { home } = context;
  const own = readOwnAgents(home);
  const packs = new Packs(home, loadSettings(context).settings.pack_keys);
  const pack = packs.current();
  const packed = pack?.ok ? packAgents(pack).files : [];
  const isElsewhere = (name: string) => packed.some((each) => each.name === name);
  const owned = own.adapters.flatMap(({ name }) => {
    const path = join(home, "agents", `${name}.toml`);
    const result = readAgentFile(path, readAgentText(path) ?? "");
    return result.ok ? [{ path, file: result.file }] : [];
  });
  const parts = BUILT_IN_FILES.filter(({ name }) => !isElsewhere(name)).map((file) => ({ path: null, file }));
  const news = packed.map((file) => ({ path: `(pack ${pack?.ok ? pack.pack.version : ""})`, file }));
  const damaged = pack?.ok === false ? [{ path: packs.file, message: `${packs.file}: ${pack.fault}` }] : [];
  return {
    files: [...parts, ...news.filter(({ file }) => !own.names.includes(file.name)), ...owned],
    faults: [...damaged, ...own.faults],
  };
}
