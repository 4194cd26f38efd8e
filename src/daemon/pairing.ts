import { randomInt, timingSafeEqual } from "node:crypto";
import type { PairingLink } from "../core/protocol/devices.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Clock } from "./clock.ts";
import type { Problem } from "./problems.ts";

const VALID_MS = 10 * 60_000;
/** A person who types mistypes less often. */
const WORTH_TELLING = 10;
/** Without those that look alike: somebody may type it. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
/** 30 letters at 12 places: whoever tries a thousand a second finds one of 5 * 10^17 in ten minutes as good as never. */
const GROUPS = 3;
const GROUP_LENGTH = 4;

interface OpenCode {
  code: string;
  expiresAt: number;
  wrong: number;
  wrongSince: number | null;
}

/**
 * One code at a time lets one device in, once, for ten minutes; a daemon that restarts forgets it. Wrong codes cost it
 * nothing: else anybody who reaches the port could keep everybody out.
 */
export class Pairing {
  private readonly clock: Clock;
  private current: OpenCode | null = null;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A code that was open before is no longer good. */
  open(site: string): PairingLink {
    const code = Array.from({ length: GROUPS }, randomGroup).join("-");
    const expiresAt = this.clock.now() + VALID_MS;
    this.current = { code, expiresAt, wrong: 0, wrongSince: null };
    return { schema_version: 1, code, link: `${site}/#pair=${code}`, expires_at: expiresAt };
  }

  /** Returns if the code is good, and never again for the same one. */
  redeem(given: string): void {
    const open = this.stillOpen();
    if (open !== null && isSame(given, open.code)) {
      this.current = null;
      return;
    }
    if (open !== null)
      this.current = { ...open, wrong: open.wrong + 1, wrongSince: open.wrongSince ?? this.clock.now() };
    throw new Fault("E_PAIRING_CODE", "this code is wrong, used up or too old: 'agtmux pair' prints a new one");
  }

  /** That somebody guesses, for as long as there is something to guess. */
  problems(): Problem[] {
    const { wrong = 0, wrongSince = null } = this.stillOpen() ?? {};
    if (wrong < WORTH_TELLING || wrongSince === null) return [];
    const message = `${wrong} wrong pairing codes were tried: the open one is still good, and cannot be found by trying; if that was not you, somebody reaches the dashboard's port`;
    return [{ code: "E_PAIRING_CODE", message, since: wrongSince }];
  }

  private stillOpen(): OpenCode | null {
    return this.current !== null && this.clock.now() < this.current.expiresAt ? this.current : null;
  }
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [given, code].map((text) => Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
