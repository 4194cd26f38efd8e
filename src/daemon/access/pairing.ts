import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PairingLink } from "../../core/protocol/daemon/devices.ts";
import type { Clock } from "../base/clock.ts";
import type { Problem } from "../base/problems.ts";

const VALID_MS = 10 * 60_000;
/** More wrong codes than a person mistypes. */
const MANY_WRONG_CODES = 10;
/** Without letters that look alike, since it may be typed. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
/** 30 letters at 12 places are 5 * 10^17 codes: a thousand guesses a second for ten minutes practically never hit. */
const GROUPS = 3;
const GROUP_LENGTH = 4;
/** Each `agtmux daemon status` creates one; the oldest are dropped. */
const MAX_LINKS = 20;

interface PairingCode {
  code: string;
  /** The device that requested it; null for the user. */
  by: string | null;
  expiresAt: number;
  wrong: number;
  wrongSince: number | null;
}

/**
 * Codes that admit one device, once, within ten minutes; a restart drops them. Of codes to type only one is open at a
 * time; codes of dashboard links are long, and several may be open. Wrong codes have no effect: otherwise anybody who
 * reaches the port could lock everybody out.
 */
export class Pairing {
  private readonly clock: Clock;
  private current: PairingCode | null = null;
  /** Expiry by the hash of the code. */
  private readonly links = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A code to type or scan; replaces the previous one. */
  open(site: string, plain: string | null = null, by: string | null = null): PairingLink {
    const code = Array.from({ length: GROUPS }, randomGroup).join("-");
    const expiresAt = this.clock.now() + VALID_MS;
    this.current = { code, by, expiresAt, wrong: 0, wrongSince: null };
    return { schema_version: 1, code, ...linksTo(site, plain, code), expires_at: expiresAt };
  }

  /** The dashboard's link for the user's own browser. */
  openLink(site: string, plain: string | null = null): PairingLink {
    const code = randomBytes(16).toString("hex");
    const expiresAt = this.clock.now() + VALID_MS;
    this.links.set(hashOf(code), expiresAt);
    const [oldest = ""] = this.links.keys();
    if (this.links.size > MAX_LINKS) this.links.delete(oldest);
    return { schema_version: 1, code, ...linksTo(site, plain, code), expires_at: expiresAt };
  }

  /**
   * Consumes a valid code; throws otherwise. `by`: the device that requested it, if any; `isOwn`: it was the dashboard's
   * link for the user's own browser.
   */
  redeem(given: string): { by: string | null; isOwn: boolean } {
    const goodUntil = this.links.get(hashOf(given)) ?? 0;
    this.links.delete(hashOf(given));
    if (this.clock.now() < goodUntil) return { by: null, isOwn: true };
    const open = this.stillOpen();
    if (open !== null && isSame(given, open.code)) {
      this.current = null;
      return { by: open.by, isOwn: false };
    }
    if (open !== null)
      this.current = { ...open, wrong: open.wrong + 1, wrongSince: open.wrongSince ?? this.clock.now() };
    throw new Fault(
      "E_PAIRING_CODE",
      "this code is wrong, used up or too old: 'agtmux daemon status' prints a new link, 'agtmux pair' one for another device",
    );
  }

  /** Invalidates all open codes. */
  void(): void {
    this.current = null;
    this.links.clear();
  }

  /** Invalidates codes that a device requested. */
  revokeLinksOf(device: string): void {
    if (this.current?.by === device) this.current = null;
  }

  /** Reports guessing while a code is open. */
  problems(): Problem[] {
    const { wrong = 0, wrongSince = null } = this.stillOpen() ?? {};
    if (wrong < MANY_WRONG_CODES || wrongSince === null) return [];
    const message = `${wrong} wrong pairing codes were tried: the open one is still good, and cannot be found by trying; if that was not you, somebody reaches the dashboard's port`;
    return [{ code: "E_PAIRING_CODE", message, since: wrongSince }];
  }

  private stillOpen(): PairingCode | null {
    return this.current !== null && this.clock.now() < this.current.expiresAt ? this.current : null;
  }
}

/** In the fragment: browsers do not send it, and the page removes it from the address at once. */
function linksTo(site: string, plain: string | null, code: string): Pick<PairingLink, "link" | "plain_link"> {
  const at = (place: string) => `${place}/#pair=${code}`;
  return { link: at(site), plain_link: plain === null ? null : at(plain) };
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [given, code].map((text) => Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
