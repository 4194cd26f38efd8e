import { storageWarnings } from "../../core/fleet/storage-words.ts";
import type { FleetStatus, MemberItem } from "../../core/protocol/fleet/fleet.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const LOOKS: Record<MemberItem["health"], { sign: string; colour: string; words: string }> = {
  ok: { sign: "✓", colour: "32", words: "ok" },
  silent: { sign: "✗", colour: "31", words: "silent" },
  too_old: { sign: "!", colour: "33", words: "too old" },
  too_new: { sign: "!", colour: "33", words: "too new" },
};

/** How this daemon stands in its fleet, in one line, and one for each bucket that is nearly full. */
export function fleetLine(status: FleetStatus, look: Look): string {
  const { name, server, error, published, waiting, members, urls, storage } = status;
  if (name === null) return "this daemon is in no fleet: 'agtmux fleet join URL' lets it join";
  if (server === null) {
    const why = error === null ? "it is connecting" : `${plain(error.message)} [${error.code}]`;
    return `${paint("✗", "31", look.colour)} ${name} is not connected to ${plain(urls.join(", "))}: ${why}`;
  }
  const others = members.filter((member) => !member.is_own).length;
  const told = `${count(published, "pane")} shared${waiting === 0 ? "" : `, ${count(waiting, "change")} on the way`}`;
  const where = `nats-server ${plain(server.version)} at ${plain(server.address)}`;
  const line = `${paint("✓", "32", look.colour)} ${name} is in the fleet: ${where}, ${count(others, "other member")}, ${told}`;
  const full = storageWarnings(storage).map((words) => `${paint("!", "33", look.colour)} ${plain(words)}`);
  return [line, ...full].join("\n");
}

/** One line for each member. */
export function renderMembers({ members, generated_at }: FleetStatus, { colour }: Look): string {
  const rows = members.map((member) => [
    LOOKS[member.health].sign,
    member.is_own ? `${member.name} (here)` : member.name,
    LOOKS[member.health].words,
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
  const body = lines.map(([sign = "", ...rest], index) => {
    const look = LOOKS[members[index]?.health ?? "ok"].colour;
    return [paint(sign, look, colour), ...rest].join("  ").trimEnd();
  });
  return [paint(header.join("  ").trimEnd(), "1", colour), ...body].join("\n");
}

function mayWords({ may }: MemberItem): string {
  if (may === null) return "?";
  return may.length === 0 ? "nothing" : may.join(",");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
