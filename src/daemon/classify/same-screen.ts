/** What a screen showed, and when. */
export interface Seen {
  lines: readonly string[];
  at: number;
}

/** A time of day, or what looks like one, with the blanks by which a status line holds it in its place. */
const TIME = / *(?<![\d:.])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?: ?[AaPp]\.?[Mm]\b\.?)?/g;
const HALF_DAY_S = 43_200;
/** Zones differ by quarters of an hour. */
const ZONE_STEP_S = 900;
/** How far ahead of ours the clock of another machine may be. */
const AHEAD_S = 10;
/** A status line is painted anew every few seconds; one without seconds also says the beginning of its minute. */
const BEHIND_S = { seconds: 20, minutes: 90 };

interface Time {
  hour: number;
  seconds: number;
  behind: number;
}

/**
 * Whether nothing has moved but clocks. Only what says the time that it is, and went on with it, is a clock: whatever counts
 * how long an agent has worked shows that it lives, also where it is written like a time.
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

/** In some zone; shortly after midnight only in ours, because a count of less than an hour begins with 0 as well. */
function saysNow({ hour, seconds, behind }: Time, at: number): boolean {
  const date = new Date(at);
  const here = date.getHours() * 3_600 + date.getMinutes() * 60 + date.getSeconds();
  const ahead = apart(seconds, here, hour === 0 ? 2 * HALF_DAY_S : ZONE_STEP_S);
  return ahead >= -behind && ahead <= AHEAD_S;
}

/** How far `one` is over `other`, on a dial of so many. */
function apart(one: number, other: number, dial: number): number {
  const over = (((one - other) % dial) + dial) % dial;
  return over > dial / 2 ? over - dial : over;
}
