import { randomInt, timingSafeEqual } from "node:crypto";
import type { PairingLink } from "../core/protocol/devices.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Clock } from "./clock.ts";

const VALID_MS = 10 * 60_000;
const MOST_WRONG = 10;
/** Without those that look alike: somebody may type it. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const GROUPS = 3;
const GROUP_LENGTH = 4;

type Code = { phase: "none" } | { phase: "open"; code: string; expiresAt: number; wrong: number } | { phase: "void" };

/** One code at a time lets one device in, once, for ten minutes; a daemon that restarts forgets it. */
export class Pairing {
  private readonly clock: Clock;
  private state: Code = { phase: "none" };

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** A code that was open before is no longer good. */
  open(site: string): PairingLink {
    const code = Array.from({ length: GROUPS }, randomGroup).join("-");
    const expiresAt = this.clock.now() + VALID_MS;
    this.state = { phase: "open", code, expiresAt, wrong: 0 };
    return { schema_version: 1, code, link: `${site}/#pair=${code}`, expires_at: expiresAt };
  }

  /** Returns if the code is good, and never again for the same one. */
  redeem(given: string): void {
    if (this.state.phase === "open" && this.clock.now() >= this.state.expiresAt) this.state = { phase: "none" };
    if (this.state.phase === "void")
      throw new Fault("E_PAIRING_VOID", "too many wrong codes were tried: 'agtmux pair' prints a new one");
    if (this.state.phase === "open") {
      if (isSame(given, this.state.code)) {
        this.state = { phase: "none" };
        return;
      }
      const wrong = this.state.wrong + 1;
      this.state = wrong >= MOST_WRONG ? { phase: "void" } : { ...this.state, wrong };
    }
    throw new Fault("E_PAIRING_CODE", "this code is wrong, used up or too old: 'agtmux pair' prints a new one");
  }
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [given, code].map((text) => Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
