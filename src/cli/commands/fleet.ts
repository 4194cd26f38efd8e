import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { type PermittedMember, permissionsText } from "../../core/fleet/permissions-text.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { MemberName } from "../../core/protocol/fleet/fleet.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import { readOptions } from "../common/options.ts";
import { withDefaultAction } from "../common/with-default-action.ts";
import { renderDoctor } from "../render/doctor.ts";
import { fleetLine, renderMembers } from "../render/fleet.ts";
import { FLEET } from "../tables/fleet.ts";
import { joinFleet } from "./fleet-join.ts";
import type { removeFleetTable } from "./fleet-table.ts";
import { rereadSettings } from "./reread-settings.ts";

type Action = (args: string[], context: Context) => Promise<void>;

const ACTIONS: Record<keyof typeof FLEET.subcommands, Action> = {
  ...{ join: joinFleet, leave, status, list, doctor, forget, permissions },
};

/** Joins and leaves a fleet, and shows it. */
export async function fleetCommand(words: string[], context: Context): Promise<void> {
  const [action, ...args] = withDefaultAction(words, "status");
  if (!Object.hasOwn(ACTIONS, action))
    throw new Fault("E_USAGE", `fleet wants one of ${Object.keys(ACTIONS).join(", ")}, not "${action}"`);
  await ACTIONS[action as keyof typeof ACTIONS](args, context);
}

async function leave(args: string[], context: Context): Promise<void> {
  readOptions(FLEET.subcommands.leave, args);
  const left = await context.client.leaveFleet().catch((error: Error) => error);
  const path = loadBundle<{ removeFleetTable: typeof removeFleetTable }>("config").removeFleetTable(context.home);
  if (left instanceof Error) context.note(`agtmux: what the server has of this daemon stays there: ${left.message}`);
  context.out(`left the fleet; removed from ${path}`);
  await rereadSettings(context);
}

async function status(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(FLEET.subcommands.status, args);
  const now = await context.client.fleet();
  context.out(values.json ? JSON.stringify(now) : fleetLine(now, context));
}

async function list(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(FLEET.subcommands.list, args);
  const now = await context.client.fleet();
  if (values.json) return context.out(JSON.stringify(now));
  context.out(now.name === null ? fleetLine(now, context) : renderMembers(now, context));
}

async function doctor(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(FLEET.subcommands.doctor, args);
  const report = await context.client.fleetDoctor();
  context.out(values.json ? JSON.stringify(report) : renderDoctor(report, context));
  const failed = report.checks.filter((check) => check.status === "failed").map(({ name }) => name);
  if (failed.length > 0) throw new Fault("E_UNHEALTHY", `the fleet lacks what agtmux needs: ${failed.join(", ")}`);
}

async function forget(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(FLEET.subcommands.forget, args);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new Fault("E_USAGE", "fleet forget wants the name of one member");
  const { forgotten } = await context.client.forgetMember({ name, creds: pathOf(values.creds) });
  context.out(`${forgotten} is forgotten; if it comes back, it is listed again`);
}

async function permissions(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(FLEET.subcommands.permissions, args);
  if (positionals.length === 0) throw new Fault("E_USAGE", "fleet permissions wants the names of all members");
  const members = positionals.map(permitted);
  if (!values.create) return context.verbatim(permissionsText(members, secret()));
  const names = members.map(({ name }) => name);
  const { created } = await context.client.createBuckets({ names, creds: pathOf(values.creds) });
  context.out(`the server has the buckets ${created.join(", ")}`);
}

function pathOf(creds: string | undefined): string | null {
  return creds === undefined ? null : resolve(creds);
}

function permitted(word: string): PermittedMember {
  const [who = "", nkey] = word.split("=");
  const [name = "", person = null] = who.split("@").reverse();
  for (const each of [name, person ?? name]) {
    const parsed = MemberName.safeParse(each);
    if (!parsed.success) throw new Fault("E_USAGE", `"${each}": ${parsed.error.issues[0]?.message}`);
  }
  if (nkey !== undefined && !/^U[A-Z2-7]{55}$/.test(nkey))
    throw new Fault("E_USAGE", `"${nkey}" is no public nkey of a user: it begins with U and has 56 characters`);
  return { name, person, login: nkey === undefined ? { password: secret() } : { nkey } };
}

function secret(): string {
  return randomBytes(24).toString("base64url");
}
