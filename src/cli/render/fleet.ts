import { storageWarnings } from "../../core/fleet/storage-words.ts";
import type { FleetStatus, MemberItem } from "../../core/protocol/fleet/fleet.ts";
import { moment } from "./moment.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

interface HealthLook {
  sign: string;
  colour: string;
  words: string;
}

const LOOKS: Record<MemberItem["health"], HealthLook> = {
  ok: { sign: "✓", colour: "32", words: "ok" },
  silent: { sign: "✗", colour: "31", words: "silent" },
  too_old: { sign: "!", colour: "33", words: "too old" },
  too_new: { sign: "!", colour: "33", words: "too new" },
};

const CUT_OFF: HealthLook = { sign: "✗", colour: "31", words: "cut off" };
const NOT_KNOWN: HealthLook = { sign: "?", colour: "33", words: "not known" };

/** How this daemon stands in its fleet, in one line, and one for each bucket that is nearly full. */
export function fleetLine(status: FleetStatus, look: Look): string {
  const { name, server, published, waiting, members, storage } = status;
  if (name === null) return "this daemon is in no fleet: 'agtmux fleet join URL' lets it join";
  if (server === null) return cutOffLine(status, look);
  const others = members.filter((member) => !member.is_own).length;
  const told = `${count(published, "pane")} shared${waiting === 0 ? "" : `, ${count(waiting, "change")} on the way`}`;
  const where = `nats-server ${plain(server.version)} at ${plain(server.address)}`;
  const line = `${paint("✓", "32", look.colour)} ${name} is in the fleet: ${where}, ${count(others, "other member")}, ${told}`;
  const full = storageWarnings(storage).map((words) => `${paint("!", "33", look.colour)} ${plain(words)}`);
  return [line, ...full].join("\n");
}

function cutOffLine({ name, urls, error, since, generated_at }: FleetStatus, { colour }: Look): string {
  const why = error === null ? "it is connecting" : `${plain(error.message)} [${error.code}]`;
  const when = since === null ? "" : `, since ${moment(since, generated_at)}`;
  return `${paint("✗", "31", colour)} ${name} is not connected to ${plain(urls.join(", "))}${when}: ${why}`;
}

/** One line for each member. While there is no connection, one more says so, and nothing is known of the others. */
export function renderMembers(status: FleetStatus, look: Look): string {
  const { members, generated_at, server } = status;
  const { colour } = look;
  if (members.length === 0 && server === null) return cutOffLine(status, look);
  const looks = members.map((member) => lookOf(member, server !== null));
  const rows = members.map((member, index) => [
    looks[index]?.sign ?? "",
    member.is_own ? `${member.name} (here)` : member.name,
    looks[index]?.words ?? "",
    member.last_heard === null ? "-" : shortAge(Math.max(0, generated_at - member.last_heard)),
    String(member.panes),
    member.share,
    member.is_own ? "-" : mayWords(member),
    plain(member.agtmux_version),
  ]);
  const [header = [], ...lines] = table(
    [["", "MEMBER", "HEALTH", "HEARD", "PANES", "SHARES", "YOU MAY", "AGTMUX"], ...rows],
    null,
  );
  const body = lines.map(([sign = "", ...rest], index) =>
    [paint(sign, looks[index]?.colour ?? "", colour), ...rest].join("  ").trimEnd(),
  );
  const note = server === null ? [cutOffLine(status, look)] : [];
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body, ...note].join("\n");
}

function lookOf({ health, is_own }: MemberItem, isConnected: boolean): HealthLook {
  if (isConnected) return LOOKS[health];
  if (is_own) return CUT_OFF;
  return health === "ok" ? NOT_KNOWN : LOOKS[health];
}

function mayWords({ may }: MemberItem): string {
  if (may === null) return "?";
  return may.length === 0 ? "nothing" : may.join(",");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
