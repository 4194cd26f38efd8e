import type { SubAgentFiles } from "../../adapter/adapter.ts";

/** Where conversations are kept, by the day and second of the machine's own clock at which they began, and their id. */
const ROLLOUT_PATH =
  /^(.*)\/\d{4}\/\d\d\/\d\d\/rollout-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)-([\da-f-]{36})\.jsonl$/;
const QUARTER_HOUR_S = 900;

/** A sub-agent has a conversation of its own. Its path is not told, but follows from its id, which holds the time. */
export const SUB_AGENTS: SubAgentFiles = {
  named: /"receiver_thread_ids":\["([\da-f-]{36})"/g,
  paths: (id, { transcript = "" }) => {
    const [, folder, year, month, day, hour, minute, second, parent = ""] = ROLLOUT_PATH.exec(transcript) ?? [];
    if (folder === undefined) return [];
    const days = daysOf(Number(year), Number(month), Number(day));
    const shown = ((days * 24 + Number(hour)) * 60 + Number(minute)) * 60 + Number(second);
    // the clock's distance from UTC is a whole number of quarters of an hour
    const zone = Math.round((shown - secondsOf(parent)) / QUARTER_HOUR_S) * QUARTER_HOUR_S;
    const began = secondsOf(id) + zone;
    // the file is named a moment after the id is made
    return [began, began + 1].map((at) => `${folder}/${pathAt(at, id)}`);
  },
};

/** The time in an id (UUID version 7), in seconds. */
function secondsOf(id: string): number {
  return Math.floor(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) / 1_000);
}

function pathAt(at: number, id: string): string {
  const [year, month, day] = dateOf(Math.floor(at / 86_400));
  const [hour, minute, second] = [Math.floor(at / 3_600) % 24, Math.floor(at / 60) % 60, at % 60].map(two);
  return `${year}/${two(month)}/${two(day)}/rollout-${year}-${two(month)}-${two(day)}T${hour}-${minute}-${second}-${id}.jsonl`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Days since 1970-01-01. Years begin in March here, so that a leap day is the last of its year. */
function daysOf(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

function dateOf(days: number): [year: number, month: number, day: number] {
  let year = 1970 + Math.floor(days / 366);
  while (daysOf(year + 1, 1, 1) <= days) year += 1;
  let month = 1;
  while (month < 12 && daysOf(year, month + 1, 1) <= days) month += 1;
  return [year, month, days - daysOf(year, month, 1) + 1];
}
