import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { FleetStatus } from "../../core/protocol/fleet/fleet.ts";
import type { FleetSettings } from "../../core/protocol/settings/settings-fleet.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import { readOptions } from "../common/options.ts";
import { fleetLine } from "../render/fleet.ts";
import { FLEET } from "../tables/fleet.ts";
import type { FleetChange, planFleetTable } from "./fleet-table.ts";
import { rereadSettings } from "./reread-settings.ts";

/** Longer than three beats of 5 s, for which a daemon waits if the server knows another one by its name. */
const JOIN_MS = 40_000;
const LOOK_MS = 100;

/** Joins a fleet, or changes how this daemon is in its fleet: what is not named on the command line stays. */
export async function joinFleet(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(FLEET.subcommands.join, args);
  const [urls, ...rest] = positionals;
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: fleet join wants one address`);
  const plan = loadBundle<{ planFleetTable: typeof planFleetTable }>("config").planFleetTable;
  const change = plan(context.home, (before) => {
    if (urls === undefined && before === null)
      throw new Fault("E_USAGE", "fleet join wants one address, such as nats://hub:4222");
    return {
      ...(urls !== undefined && { url: urls.split(",") }),
      ...((values.name !== undefined || before === null) && { name: values.name ?? nameOfHost() }),
      ...(values.creds !== undefined && { creds: resolve(values.creds) }),
      ...(values.ca !== undefined && { ca: resolve(values.ca) }),
      ...(values.person !== undefined && { person: values.person }),
      ...(values.allow !== undefined && { allow: allowed(values.allow.split(","), before) }),
      ...(values.share !== undefined && { share: values.share }),
    };
  });
  await leaveOldPlace(change, context);
  change.write();
  context.out(`written: ${change.path}`);
  for (const words of change.words) context.out(`  ${words}`);
  if (!(await rereadSettings(context))) return;
  const now = await untilSettled(context);
  if (now.server !== null) return context.out(fleetLine(now, context));
  const next = "it is tried again by itself; 'agtmux fleet doctor' checks it, 'agtmux fleet leave' forgets it";
  const why = now.error?.message ?? `it is still connecting after ${JOIN_MS / 1_000} s`;
  throw new Fault(now.error?.code ?? "E_FLEET_UNREACHABLE", `not joined yet: ${why}; ${next}`);
}

/** With a plus before each role they are added to those of before, else they are all that there are. */
function allowed(roles: readonly string[], before: FleetSettings | null): string[] {
  const added = roles.filter((role) => role.startsWith("+"));
  if (added.length === 0) return [...roles];
  if (added.length < roles.length)
    throw new Fault("E_USAGE", "--allow has either a plus before each role, which adds them, or before none");
  // those of a new table would be these
  const kept = before?.allow ?? ["look"];
  return [...new Set([...kept, ...added.map((role) => role.slice(1))])];
}

/** Under its old name, or on its old server, this daemon would be listed for ever. */
async function leaveOldPlace({ before, after }: FleetChange, { client, out, note }: Context): Promise<void> {
  const now = await client.fleet().catch(() => null);
  const name = now?.name ?? before?.name ?? null;
  const urls = now?.name == null ? (before?.url ?? []) : now.urls;
  if (name === null || (name === after.name && urls.some((url) => after.url.includes(url)))) return;
  // then what the server has under it is of another daemon
  if (now?.error?.code === "E_FLEET_NAME_TAKEN") return;
  const left = await client.leaveFleet().catch((error: Error) => error);
  if (!(left instanceof Error)) return out(`${name} is removed from ${urls.join(", ")}`);
  const next = `once ${name} is silent, 'agtmux fleet forget ${name}' on a member of that fleet removes it`;
  note(`agtmux: what ${urls.join(", ")} has of ${name} stays there: ${left.message}; ${next}`);
}

function nameOfHost(): string {
  const [first = ""] = hostname().toLowerCase().split(".");
  const name = first
    .replaceAll(/[^a-z0-9_-]/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 32);
  if (name === "") throw new Fault("E_USAGE", "this machine's host name is no name for a member: give one with --name");
  return name;
}

/** Until the daemon is connected and has read who is there, or knows why not. */
async function untilSettled({ client }: Context): Promise<FleetStatus> {
  for (const deadline = Date.now() + JOIN_MS; ; ) {
    const now = await client.fleet();
    const isJoined = now.server !== null && now.members.some(({ is_own }) => is_own);
    if (isJoined || now.error !== null || Date.now() > deadline) return now;
    await sleep(LOOK_MS);
  }
}
