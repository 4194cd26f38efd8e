import type { Adapter } from "../adapter/adapter.ts";
import { compareVersions } from "../adapter/screen-version.ts";
import type { AgentFile } from "../agent-file/agent-file.ts";
import { type JudgedScreen, judgeScreen } from "../agent-file/judge-screen.ts";
import { ownAgent } from "../agent-file/own-agent.ts";
import { BUILT_IN_FILES, REGISTERED } from "../agents/registry.ts";
import type { ReadPack } from "./read-pack.ts";

/** No agent may have this name: it stands for programs that are no agents. */
const RESERVED = "generic";

export interface PackAgents {
  /** All adapters: those that agtmux has, as the pack renews them, and new ones of the pack. */
  adapters: Adapter[];
  /** The files that are in use from the pack. */
  files: AgentFile[];
  /** Agents of the pack that are not taken from it, and why. */
  left: { name: string; why: string }[];
}

export const NO_PACK: PackAgents = { adapters: [...REGISTERED], files: [], left: [] };

/** The adapters with what a pack says. A file that was made for older versions than agtmux's own is left. */
export function packAgents({ files }: Pick<ReadPack, "files">): PackAgents {
  const left: PackAgents["left"] = [];
  const taken = files.filter((file) => {
    const why = whyLeft(file);
    if (why !== null) left.push({ name: file.name, why });
    return why === null;
  });
  const fileOf = (name: string) => taken.find((file) => file.name === name);
  const renewed = REGISTERED.map((adapter) => {
    const file = fileOf(adapter.name);
    return file === undefined ? adapter : adapterBy(file);
  });
  const added = taken.filter(({ name }) => !REGISTERED.some((adapter) => adapter.name === name)).map(adapterBy);
  return { adapters: [...renewed, ...added], files: taken, left };
}

/** The screens of a pack that its files do not read as they are. */
export function failedScreens({ pack, files }: ReadPack): { agent: string; screen: JudgedScreen }[] {
  return pack.agents.flatMap(({ name, screens }) => {
    const file = files.find((each) => each.name === name);
    if (file === undefined || whyLeft(file) !== null) return [];
    const adapter = adapterBy(file);
    return screens
      .map(({ text, ...screen }) => judgeScreen(adapter, { ...screen, lines: text.replace(/\n$/, "").split(/\r?\n/) }))
      .filter(({ verdict }) => verdict !== "right")
      .map((screen) => ({ agent: name, screen }));
  });
}

function adapterBy(file: AgentFile): Adapter {
  const own = REGISTERED.find(({ name }) => name === file.name);
  return own === undefined ? ownAgent(file) : { ...own, ...own.renewed?.(file) };
}

function whyLeft({ name, newest }: AgentFile): string | null {
  if (name === RESERVED) return "no agent may have this name";
  const own = REGISTERED.find((adapter) => adapter.name === name);
  if (own === undefined) return null;
  if (own.renewed === undefined) return "agtmux has no file of it that could be renewed";
  const known = BUILT_IN_FILES.find((file) => file.name === name);
  if (known?.newest === undefined || (newest !== undefined && (compareVersions(known.newest, newest) ?? 0) <= 0))
    return null;
  return `this agtmux knows version ${known.newest}, the pack only ${newest ?? "its documentation"}`;
}
