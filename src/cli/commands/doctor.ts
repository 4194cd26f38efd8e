import { type AgentFacts, judgeAgent } from "../../core/doctor/judge-agent.ts";
import { judgeClassifier } from "../../core/doctor/judge-classifier.ts";
import { judgeHome, judgeOwnFiles } from "../../core/doctor/judge-home.ts";
import { judgeNotify } from "../../core/doctor/judge-notify.ts";
import { judgeOrigin } from "../../core/doctor/judge-origin.ts";
import { judgeSearchIndex } from "../../core/doctor/judge-search-index.ts";
import { judgeStart } from "../../core/doctor/judge-start.ts";
import { judgeUntried } from "../../core/doctor/judge-untried.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { AgentCheckUp, CheckUp } from "../../core/protocol/daemon/check-up.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import type { DoctorCheck } from "../../core/protocol/daemon/targets.ts";
import { adaptersInForce } from "../common/adapters-in-force.ts";
import type { Context } from "../common/context.ts";
import { findTarget } from "../common/find-target.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { type Heard, hear } from "../doctor/hear.ts";
import { lookAtAgent } from "../doctor/look-at-agent.ts";
import { lookAtMcp } from "../doctor/look-at-mcp.ts";
import { lookAtStart } from "../doctor/look-at-start.ts";
import { lookAtUntried } from "../doctor/look-at-untried.ts";
import { repair } from "../doctor/repair.ts";
import { searchBytes } from "../doctor/search-bytes.ts";
import { findCandidates } from "../integrate/find-agents.ts";
import { findTmux } from "../machine/look-at-home.ts";
import type { Machine } from "../machine/machine.ts";
import { openMachine } from "../machine/open-machine.ts";
import { renderDoctor } from "../render/doctor.ts";
import { DOCTOR } from "../tables/doctor.ts";

interface Findings {
  checks: DoctorCheck[];
  agents: AgentFacts[];
}

/** Reports what is wrong on this machine or on a target's machine, and how to fix it. */
export async function doctorCommand(args: string[], context: Context): Promise<void> {
  const { positionals: names, values } = readOptions(DOCTOR, args);
  if (values.repair) return repair(values, names, context);
  const target = values.target ?? null;
  const { checks: first, agents } =
    target === null ? await examineHere(names, context) : await examineTarget(target, names, context);
  const checks = [...first, ...agents.flatMap((agent) => judgeAgent(agent, Date.now()))];
  const ok = checks.every(({ status }) => status !== "failed");
  const report: CheckUp = { schema_version: 1, target, ok, checks, agents: agents.map(checkUpOf) };
  context.out(values.json ? JSON.stringify(report) : renderDoctor(report, context));
  if (ok) return;
  const failed = checks.filter(({ status }) => status === "failed").map((check) => check.name);
  throw new Fault("E_UNHEALTHY", `something must be fixed: ${failed.join(", ")}`);
}

async function examineHere(names: readonly string[], context: Context): Promise<Findings> {
  const machine = await openMachine(context, null);
  const daemon = await answering(context.client.health());
  const heard = daemon === null ? null : await hear(context, null);
  const [agents, start] = await Promise.all([
    lookAtAgents(names, machine, null, heard, context),
    lookAtStart(context, daemon),
  ]);
  const facts = { ...(await machine.lookAtHome()), tmux: findTmux(), daemon, version: context.version };
  const { client } = context;
  const known =
    daemon === null ? [] : [judged(client.classifier(), judgeClassifier), judged(client.notifyStatus(), judgeNotify)];
  // an unwritable home is already reported
  const isTold = facts.unwritable !== undefined && HOME_FAULTS.has(start.fault?.code ?? "");
  const next = isTold ? [] : [judgeStart(start)];
  const origin = daemon === null ? [] : judgeOrigin(daemon);
  const servers = await lookAtMcp(await findCandidates(names, machine), machine);
  const index = judgeSearchIndex(searchBytes(context.home));
  const untried = judgeUntried(await lookAtUntried(names, machine));
  const told = [...(await Promise.all(known)).flat(), ...servers, ...untried];
  const checks = [...judgeHome(facts), ...next, ...origin, ...index, ...told];
  return { checks, agents };
}

const HOME_FAULTS: ReadonlySet<string> = new Set(["E_HOME_UNUSABLE", "E_DISK_FULL"]);

/** Checks the machine through the daemon, then the agents on it over our own connection. */
async function examineTarget(name: string, names: readonly string[], context: Context): Promise<Findings> {
  const target = await findTarget(name, context);
  const { checks } = await context.client.doctor(name);
  // our own login would fail as well
  if (checks.some((check) => check.name === "ssh" && check.status === "failed")) return { checks, agents: [] };
  const machine = await openMachine(context, target);
  try {
    const heard = await hear(context, name);
    const agents = await lookAtAgents(names, machine, name, heard, context);
    const mend = `agtmux integrate --target ${name}`;
    return { checks: [...checks, ...judgeOwnFiles(await machine.lookAtHome(), mend)], agents };
  } finally {
    await machine.close();
  }
}

async function lookAtAgents(
  names: readonly string[],
  machine: Machine,
  target: string | null,
  heard: Heard | null,
  context: Context,
): Promise<AgentFacts[]> {
  const adapters = adaptersInForce(context.home, packKeysOf(context));
  const candidates = await findCandidates(names, machine);
  const wanted = candidates.filter(({ foundBy }) => names.length > 0 || foundBy !== null);
  return Promise.all(wanted.map((agent) => lookAtAgent(agent, machine, target, heard, adapters)));
}

/** None if the settings cannot be read, which another check reports. */
function packKeysOf(context: Context): readonly string[] {
  try {
    return loadSettings(context).settings.pack_keys;
  } catch (error) {
    if (asFault(error).code === "E_CONFIG_INVALID") return [];
    throw error;
  }
}

function checkUpOf({ name, label, version, settings, adapter }: AgentFacts): AgentCheckUp {
  return {
    name,
    label,
    version,
    settings: settings.path,
    integration: settings.found.state,
    running: adapter?.health.running ?? 0,
    last_event: adapter?.health.last_event ?? null,
  };
}

/** Returns no checks if the daemon is too old to have this API. */
async function judged<Status>(
  asked: Promise<Status>,
  judge: (status: Status) => DoctorCheck[],
): Promise<DoctorCheck[]> {
  try {
    return judge(await asked);
  } catch (error) {
    if (asFault(error).code === "E_NOT_FOUND") return [];
    throw error;
  }
}

/** Returns null if the daemon is down: that is a finding, not a reason to stop. */
async function answering(health: Promise<DaemonStatus>): Promise<DaemonStatus | null> {
  try {
    return await health;
  } catch (error) {
    if (asFault(error).code === "E_DAEMON_DOWN") return null;
    throw error;
  }
}
