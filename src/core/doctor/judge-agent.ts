import type { Inspection } from "../adapter/settings.ts";
import type { AdapterItem } from "../protocol/daemon/adapters.ts";
import type { DoctorCheck } from "../protocol/daemon/targets.ts";
import { ago } from "./ago.ts";
import { judgeUsage } from "./judge-usage.ts";
import { type TriedVersion, triedWords } from "./tried-version.ts";

/** Facts about one agent that is used on a machine. */
export interface AgentFacts {
  name: string;
  label: string;
  /** The target that it runs on; null for this machine. */
  target: string | null;
  /** From `--version`; null if the program is not in the PATH or prints none. */
  version: string | null;
  /** Whether the version is newer than any that was tried, or whose screens are known. */
  isBeyond: boolean;
  /** The newest version that was tried; null if none was. */
  tried: TriedVersion | null;
  settings: { path: string; found: Inspection | { state: "unreadable"; words: string } };
  /** Null if the daemon does not answer. */
  adapter: AdapterItem | null;
  /** Panes in which it was seen working but sent no signal itself. */
  silentPanes: readonly string[];
  /** Whether it can be answered by a channel of its own. */
  hasChannel: boolean;
  /** Where that channel does not reach, in words; null if it always does. */
  channelLimits: string | null;
  /** How it was answered last, within a day. */
  answered: Answered | null;
  /** Its part that tells tokens, money and limits (`integrate --usage`); null if it needs none for that. */
  usage: UsageFacts | null;
}

export interface UsageFacts {
  state: Inspection["state"] | "unreadable";
  /** When it last told a context with its size; null if never. */
  toldAt: number | null;
  /** Panes that have used tokens and did not tell that. */
  silentPanes: readonly string[];
}

export interface Answered {
  at: number;
  channel: "native" | "keys";
}

/** Returns one check for how the agent reports to us, and one for each other problem. */
export function judgeAgent(facts: AgentFacts, now: number): DoctorCheck[] {
  return [
    integration(facts, now),
    ...judgeUsage(facts, now),
    ...answers(facts, now),
    ...silence(facts),
    ...adapter(facts),
    ...screens(facts),
  ];
}

function integration(facts: AgentFacts, now: number): DoctorCheck {
  const { label, version, settings, adapter } = facts;
  const { found, path } = settings;
  const agent = [version ?? "version unknown", heard(adapter, now)].filter((words) => words !== "").join(", ");
  const check = (status: DoctorCheck["status"], words: string, advice: string | null): DoctorCheck => ({
    name: label,
    status,
    found: `${words} (${agent})`,
    advice,
  });
  const again = integrateAgain(facts);
  switch (found.state) {
    case "unreadable":
      return check("failed", found.words, `make ${path} readable and writable for you, then run ${again}`);
    case "malformed": {
      const { line, column, expected } = found.fault;
      const place = `${path}, line ${line}, column ${column}`;
      return check("failed", "its settings do not parse", `${place}: expected ${expected}; fix it, then run ${again}`);
    }
    case "absent":
      return check("warning", "not integrated", `run ${again}`);
    default:
  }
  if (found.disabled !== null)
    return check("failed", `integrated, but it runs no hooks: ${found.disabled.words}`, `change that in ${path}`);
  if (found.unread !== null) {
    const { line, column, expected } = found.unread;
    return check(
      "failed",
      "integrated, but it does not read its settings",
      `${path}, line ${line}, column ${column}: ${expected}`,
    );
  }
  if (found.state === "outdated") {
    const parts = [...found.missing, ...found.stale].join(", ");
    return check("warning", `integrated, but outdated: ${parts}`, `run ${again}`);
  }
  if (found.awaiting.length > 0)
    return check(
      "warning",
      `integrated, but hooks await your review: ${found.awaiting.join(", ")}`,
      `start ${label} and agree to the hooks`,
    );
  return check("ok", "integrated", null);
}

function integrateAgain({ name, target }: AgentFacts): string {
  return `agtmux integrate ${name}${target === null ? "" : ` --target ${target}`}`;
}

function heard(adapter: AdapterItem | null, now: number): string {
  const last = adapter?.health.last_event ?? null;
  if (last === null) return adapter === null ? "" : "nothing heard of it yet";
  return `last heard ${ago(now - last.at)} ago by ${last.source}`;
}

/** Only where it is integrated: else its hooks are missing, and that is said already. */
function answers(facts: AgentFacts, now: number): DoctorCheck[] {
  const { label, settings, hasChannel, channelLimits, answered } = facts;
  if (!hasChannel || settings.found.state !== "current") return [];
  const how = answered?.channel === "native" ? "without pressing keys" : "by pressing keys";
  const last =
    answered === null ? "not answered through agtmux today" : `last answered ${ago(now - answered.at)} ago, ${how}`;
  const limits = channelLimits === null ? "" : `; ${channelLimits}`;
  const why =
    "numbers and parts of questions always go by keys; if yes and no do, it was started before it was integrated: start it again";
  const advice = answered?.channel === "keys" && channelLimits === null ? why : null;
  return [{ name: `${label}: answers`, status: "ok", found: `by its own channel (${last})${limits}`, advice }];
}

function silence(facts: AgentFacts): DoctorCheck[] {
  const { label, settings, silentPanes } = facts;
  // without integration, silence is expected
  if (settings.found.state !== "current" || silentPanes.length === 0) return [];
  return [
    {
      name: `${label}: hooks`,
      status: "warning",
      found: `at work in ${silentPanes.join(", ")}, and no hook of it has come`,
      advice: `it was started before it was integrated, or does not run its hooks: start it again, and see '${integrateAgain(facts)}'`,
    },
  ];
}

function adapter({ label, name, adapter }: AgentFacts): DoctorCheck[] {
  if (adapter === null || (adapter.enabled && adapter.compatible)) return [];
  const found = adapter.enabled ? `its adapter speaks contract ${adapter.contract}` : "its adapter is disabled";
  const advice = adapter.enabled ? "update agtmux" : `run agtmux adapters enable ${name}`;
  return [{ name: `${label}: adapter`, status: "warning", found, advice }];
}

function screens({ label, version, isBeyond, tried, adapter }: AgentFacts): DoctorCheck[] {
  const counts = (adapter?.health.unknown_screens ?? []).filter(
    (each) => version === null || each.version === null || each.version === version,
  );
  const unread = counts.reduce((sum, { count }) => sum + count, 0);
  if (!isBeyond) return [];
  const seen = unread === 0 ? "" : `, and ${unread} of its screens were not recognised`;
  return [
    {
      name: `${label}: version`,
      status: unread === 0 ? "ok" : "warning",
      found: `this version of ${label} (${version}) is newer than what I know${seen}${tried === null ? "" : `; ${triedWords(tried)}`}`,
      advice:
        unread === 0
          ? null
          : "hooks still count; for its screens update agtmux, or add cues of your own to config.toml",
    },
  ];
}
