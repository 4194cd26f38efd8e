import type { AgentFile } from "../../core/agent-file/agent-file.ts";
import { BUILT_IN_FILES } from "../../core/agents/registry.ts";
import { failedScreens, packAgents } from "../../core/pack/pack-agents.ts";
import { packChanges } from "../../core/pack/pack-changes.ts";
import type { PackResult } from "../../core/pack/read-pack.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { Packs } from "../common/packs.ts";
import { renderPackChanges, type ShownUpdate } from "../render/packs.ts";
import { ADAPTERS } from "../tables/adapters.ts";

/** Takes a signed pack of agent files from a file, or goes back to the one before. Nothing is fetched. */
export function updateAdapters(args: string[], context: Context): void {
  const { positionals, values } = readOptions(ADAPTERS.subcommands.update, args);
  const [path, ...rest] = positionals;
  if (rest.length > 0 || (path === undefined) === (values.undo !== true))
    throw new Fault("E_USAGE", "adapters update wants one pack, or --undo");
  const packs = new Packs(context.home, loadSettings(context).settings.pack_keys);
  const before = packs.current();
  const shown = path === undefined ? undone(before, packs.undo()) : taken(path, before, packs);
  context.out(values.json ? JSON.stringify({ schema_version: 1, ...shown }) : renderPackChanges(shown, context));
}

function undone(before: PackResult | null, after: PackResult | null): ShownUpdate {
  return {
    version: after?.ok ? after.pack.version : null,
    agents: packChanges(inUse(before), inUse(after)),
    left: after?.ok ? packAgents(after).left : [],
  };
}

function taken(path: string, before: PackResult | null, packs: Packs): ShownUpdate {
  const refuse = (why: string) => new Fault("E_INVALID_INPUT", `${path} is not taken: ${why}`);
  const result = packs.read(path);
  if (!result.ok) throw refuse(result.fault);
  const { version } = result.pack;
  if (before?.ok && version <= before.pack.version)
    throw refuse(
      version === before.pack.version
        ? `pack ${version} is in use already`
        : `it is pack ${version}, and the later pack ${before.pack.version} is in use ('agtmux adapters update --undo' goes back)`,
    );
  const failed = failedScreens(result);
  if (failed.length > 0) {
    const named = failed
      .slice(0, 3)
      .map(({ agent, screen }) => `${agent} ${screen.name} (${screen.state}, read as ${screen.read})`);
    throw refuse(`its files do not read ${failed.length} of its own screens: ${named.join(", ")}`);
  }
  packs.take(path);
  const { left } = packAgents(result);
  return { version, agents: packChanges(inUse(before), inUse(result)), left };
}

/** The files that are in use with this pack. */
function inUse(pack: PackResult | null): AgentFile[] {
  if (!pack?.ok) return BUILT_IN_FILES;
  const { files } = packAgents(pack);
  return [...BUILT_IN_FILES.filter(({ name }) => !files.some((file) => file.name === name)), ...files];
}
