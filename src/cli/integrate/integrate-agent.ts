import { join } from "node:path";
import { inspectIntegration } from "../../core/adapter/integration.ts";
import type { Edited, SettingsFault } from "../../core/adapter/settings.ts";
import { unifiedDiff } from "../../core/integrate/unified-diff.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { IntegrationAction, IntegrationItem } from "../../core/protocol/daemon/integration.ts";
import type { Machine } from "../machine/machine.ts";
import type { SettingsFile } from "../machine/settings-file.ts";
import type { Candidate } from "./find-agents.ts";

export interface Wish {
  machine: Machine;
  /** Null for the user's own settings. */
  projectRoot: string | null;
  remove: boolean;
  /** Also the part that tells tokens, money and limits; with `remove`, only that. */
  usage: boolean;
  dryRun: boolean;
  now: Date;
}

type Change = { action: IntegrationAction; text: string | null; notes: string[] };

/** Retries after the agent itself has written its settings meanwhile, which rarely happens twice. */
const ATTEMPTS = 3;

/** Adds our part to one agent's settings, or removes it. */
export async function integrateAgent(agent: Candidate, wish: Wish): Promise<IntegrationItem> {
  const { machine } = wish;
  const path = settingsPath(agent, wish);
  for (let attempt = 1; ; attempt += 1) {
    const file = await machine.readSettings(path);
    const { action, text, notes } = wish.remove
      ? planRemoval(agent, file, wish)
      : await planAddition(agent, file, wish);
    const item = { agent: agent.name, label: agent.label, action, file: path, notes, error: null };
    if (text === file.text) return { ...item, backup: null, diff: null };
    if (wish.dryRun) return { ...item, backup: null, diff: unifiedDiff(path, file.text, text) };
    const backup = file.text === null ? null : await machine.backUp(agent.name, path, file.text, wish.now);
    try {
      if (text === null) await machine.deleteSettings(file);
      else await machine.writeSettings(file, text);
      return { ...item, backup, diff: null };
    } catch (error) {
      if (asFault(error).code !== "E_SETTINGS_CHANGED" || attempt === ATTEMPTS) throw error;
    }
  }
}

function settingsPath({ label, name, integration }: Candidate, { machine, projectRoot }: Wish): string {
  if (projectRoot === null) return join(integration.folder(machine.person), integration.file);
  if (integration.projectFile !== null) return join(projectRoot, integration.projectFile);
  throw new Fault(
    "E_NO_PROJECT_SETTINGS",
    `${label} is integrated for a user, not for a project: agtmux integrate ${name} --user`,
    { agent: name },
  );
}

function planRemoval({ label, integration }: Candidate, { path, text }: SettingsFile, wish: Wish): Change {
  const parts = [integration.usage, wish.usage ? undefined : integration.settings];
  // the part that was added last goes first
  const left = parts.reduce((rest, part) => edit(label, path, part?.remove(rest) ?? { ok: true, text: rest }), text);
  return { action: left === text ? "nothing_to_remove" : "removed", text: left, notes: [] };
}

function edit(label: string, path: string, edited: Edited): string | null {
  if (!edited.ok) throw malformed(label, path, edited.fault);
  return edited.text;
}

async function planAddition(agent: Candidate, { path, text }: SettingsFile, wish: Wish): Promise<Change> {
  const { label, integration } = agent;
  const texts = { path, settings: text, switches: await switchesOf(agent, wish) };
  const found = inspectIntegration(integration, texts, wish.machine.home);
  if (found.state === "malformed") throw malformed(label, path, found.fault);
  if (found.disabled !== null) {
    const { words, file } = found.disabled;
    const where = file === "settings" ? path : switchesPath(agent, wish);
    const advice = `change that and run this again; nothing was written`;
    throw new Fault("E_HOOKS_DISABLED", `${label} would run no hook: ${words} in ${where}; ${advice}`, { path: where });
  }
  const hooked = edit(label, path, integration.settings.add(text, wish.machine.home));
  const tells = integration.usage?.inspect(hooked, wish.machine.home).state;
  const added =
    integration.usage !== undefined && (wish.usage || tells === "outdated")
      ? edit(label, path, integration.usage.add(hooked, wish.machine.home))
      : hooked;
  const unread = found.unread === null ? [] : [`but ${label} does not read it as it is: ${placeOf(found.unread)}`];
  if (added === text) {
    const awaiting =
      found.awaiting.length === 0
        ? []
        : [`but ${label} skips hooks: ${found.awaiting.join(", ")}; ${integration.next}`];
    return { action: "up_to_date", text, notes: [...unread, ...awaiting] };
  }
  const action = found.state === "absent" ? "integrated" : "updated";
  return { action, text: added, notes: [...unread, ...(await notesFor(agent, wish))] };
}

async function switchesOf(agent: Candidate, wish: Wish): Promise<string | null> {
  const path = switchesPath(agent, wish);
  return path === null ? null : (await wish.machine.readSettings(path)).text;
}

function switchesPath({ integration }: Candidate, { machine }: Wish): string | null {
  const { folder, switches } = integration;
  return switches === undefined ? null : join(folder(machine.person), switches.file);
}

async function notesFor(agent: Candidate, wish: Wish): Promise<string[]> {
  const { integration, foundBy, label } = agent;
  const notes = [integration.next];
  if (wish.usage && integration.usage !== undefined)
    notes.push("its status line tells agtmux cost, context and limits, and shows what it showed before");
  if (foundBy !== "command") notes.push(`${integration.command} is not in your PATH now`);
  if (wish.projectRoot !== null && (await isIntegratedForUser(agent, wish)))
    notes.push(`${label} is integrated for you in all projects already: here every event will be told twice`);
  return notes;
}

async function isIntegratedForUser({ integration }: Candidate, { machine }: Wish): Promise<boolean> {
  const { text } = await machine.readSettings(join(integration.folder(machine.person), integration.file));
  const { state } = integration.settings.inspect(text, machine.home);
  return state === "current" || state === "outdated";
}

function malformed(label: string, path: string, fault: SettingsFault): Fault {
  const words = `${label}: ${path}: ${placeOf(fault)}; nothing was written`;
  return new Fault("E_SETTINGS_MALFORMED", words, { path, ...fault });
}

function placeOf({ line, column, expected }: SettingsFault): string {
  return `line ${line}, column ${column}: expected ${expected}`;
}
