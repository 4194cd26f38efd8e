/** A captured screen and its time. */
export interface Seen {
  lines: readonly string[];
  at: number;
}

/** A time of day or similar, with the padding before it in a status line. */
const TIME = /(?<! ) *(?<![\d:.])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?: ?[AaPp]\.?[Mm]\b\.?)?/g;
const HALF_DAY_S = 43_200;
/** Time zones differ by quarters of an hour. */
const ZONE_STEP_S = 900;
/** How many seconds another machine's clock may be ahead of ours. */
const AHEAD_S = 10;
/** Seconds that a shown time may lag: status lines are redrawn every few seconds, or show the start of the minute. */
const BEHIND_S = { seconds: 20, minutes: 90 };

interface Time {
  hour: number;
  seconds: number;
  behind: number;
}

/**
 * Whether only clocks have changed. A clock shows the current time and advanced with it: a counter of how long an agent
 * has worked is progress, even if formatted like a time.
 */
export function isSameScreen(before: Seen, now: Seen): boolean {
  if (before.lines.length !== now.lines.length) return false;
  return now.lines.every((line, index) =>
    isSameLine((before.lines[index] ?? "").trimEnd(), line.trimEnd(), before, now),
  );
}

function isSameLine(was: string, is: string, before: Seen, now: Seen): boolean {
  if (was === is) return true;
  const [old, fresh] = [[...was.matchAll(TIME)], [...is.matchAll(TIME)]];
  if (old.length !== fresh.length || was.replaceAll(TIME, "\0") !== is.replaceAll(TIME, "\0")) return false;
  return fresh.every((match, index) => {
    const other = old[index] as RegExpExecArray;
    return match[0] === other[0] || isClock(timeOf(other), timeOf(match), before.at, now.at);
  });
}

function timeOf([, hour, minute, second]: RegExpExecArray): Time {
  return {
    hour: Number(hour),
    seconds: Number(hour) * 3_600 + Number(minute) * 60 + Number(second ?? 0),
    behind: second === undefined ? BEHIND_S.minutes : BEHIND_S.seconds,
  };
}

function isClock(was: Time, is: Time, wasAt: number, at: number): boolean {
  if (was.hour > 23 || is.hour > 23 || was.behind !== is.behind) return false;
  const step = apart(is.seconds - was.seconds, (at - wasAt) / 1_000, HALF_DAY_S);
  return Math.abs(step) <= is.behind + AHEAD_S && saysNow(is, at);
}

/** Whether that is now in some time zone; for hour 0 only in ours, since short elapsed times begin with 0 too. */
function saysNow({ hour, seconds, behind }: Time, at: number): boolean {
  const date = new Date(at);
  const here = date.getHours() * 3_600 + date.getMinutes() * 60 + date.getSeconds();
  const ahead = apart(seconds, here, hour === 0 ? 2 * HALF_DAY_S : ZONE_STEP_S);
  return ahead >= -behind && ahead <= AHEAD_S;
}

/** Signed distance from `other` to `one` on a dial with so many steps. */
function apart(one: number, other: number, dial: number): number {
  const over = (((one - other) % dial) + dial) % dial;
  return over > dial / 2 ? over - dial : over;
}
