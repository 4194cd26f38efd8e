import type { ChannelItem, Delivery, NotifyStatus } from "../../core/protocol/notify/notify.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge, timeLeft } from "./words.ts";

const HEAD = ["CHANNEL", "KIND", "SENT", "WAITING", "DEAD", "LAST", "HOW IT IS"];
const MOST = 20;

export function renderNotify(status: NotifyStatus, look: { columns: number | null; colour: boolean }): string {
  const { channels, rules, waiting, dead, counts, generated_at: now } = status;
  if (channels.length === 0)
    return "no channel is set up: nobody is notified of anything. 'agtmux notify add desktop' (or ntfy, slack, …) adds one; the dashboard's settings add a browser";
  return [
    ...lines([HEAD, ...channels.map((channel) => channelRow(channel, now))], look),
    "",
    paint("rules", "1", look.colour),
    ...rules.map((rule) => `  ${plain(rule)}`),
    ...section("waiting", counts.waiting, waiting, look, (row) => waitingWords(row, now)),
    ...section("dead letters", counts.dead, dead, look, (row) => deadWords(row, now)),
    ...(dead.length > 0 ? ["", "'agtmux notify retry KEY' or '--all' tries them again"] : []),
  ].join("\n");
}

function channelRow({ name, kind, counts, last_sent_at, fault, last_failure }: ChannelItem, now: number): string[] {
  const last = last_sent_at === null ? "-" : shortAge(now - last_sent_at);
  const how = fault ?? last_failure ?? "ok";
  return [name, kind, `${counts.sent}`, `${counts.waiting}`, `${counts.dead}`, last, plain(how)];
}

function waitingWords({ due_at, attempts, outcome, channel, notification }: Delivery, now: number): string {
  const when = due_at <= now ? "now" : `in ${timeLeft(due_at - now)}`;
  const tried = attempts === 0 ? "" : `, tried ${attempts}×`;
  return `${channel}  ${when}${tried}  ${plain(notification.title)}: ${notification.kind}${outcome === null ? "" : ` (${plain(outcome)})`}`;
}

function deadWords({ key, settled_at, outcome, notification }: Delivery, now: number): string {
  return `${plain(key)}  ${shortAge(now - (settled_at ?? now))} ago  ${plain(notification.title)}: ${plain(outcome ?? "")}`;
}

function section(
  name: string,
  count: number,
  rows: readonly Delivery[],
  { colour }: { colour: boolean },
  words: (row: Delivery) => string,
): string[] {
  if (count === 0) return [];
  const more = count > MOST ? [`  … and ${count - MOST} more (--json)`] : [];
  return ["", paint(`${name} ${count}`, "1", colour), ...rows.slice(0, MOST).map((row) => `  ${words(row)}`), ...more];
}

function lines(rows: string[][], { columns, colour }: { columns: number | null; colour: boolean }): string[] {
  const [header = [], ...rest] = table(rows, columns).map((cells) => cells.join("  ").trimEnd());
  return [paint(header as string, "1", colour), ...rest];
}
