import { execFile } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { marker } from "../support/print.ts";
import { drop } from "../support/spool-drop.ts";
import type { SoakPane } from "./soak-place.ts";
import type { Part } from "./soak-world.ts";

export const WAYS = ["spool", "marker", "file", "hook"] as const;
type Way = (typeof WAYS)[number];

/** A pane with one signal transport. It sends its next message after the previous one has arrived. */
export class Signaller {
  readonly pane: SoakPane;
  readonly way: Way;
  said = 0;
  /** When the message still in flight was sent; null if none is. */
  waitsSince: number | null = null;
  readonly part: Part;

  constructor(pane: SoakPane, way: Way, part: Part) {
    this.pane = pane;
    this.way = way;
    this.part = part;
  }

  get key(): string {
    return `${this.pane.target} ${this.pane.paneId}`;
  }

  /** tmux's view of the pane, to find out where a message is stuck. */
  shown(): string {
    const { ground } = this.part.place;
    const target = ["-t", this.pane.paneId];
    const state = ground.tmux("display-message", "-p", ...target, "pipe #{pane_pipe} #{@agtmux_pipe}");
    return `${state}: ${ground.tmux("capture-pane", "-p", ...target).trimEnd()}`;
  }

  say(): void {
    this.said += 1;
    this.waitsSince = performance.now();
    const state = this.said % 2 === 0 ? "needs_input" : "working";
    const word = wordOf(this.said);
    const { part, pane } = this;
    const { server: tmux, ground } = part.place;
    switch (this.way) {
      case "spool":
        drop(ground, { agent: "schmux", event: state, pane: pane.paneId, tmux, payload: word });
        return;
      case "marker":
        appendFileSync(pane.tty, `${marker(state, word)}\r\n`);
        return;
      case "file":
        writeFileSync(pane.statusFile, `${state} ${word}\n`);
        return;
      case "hook": {
        const env = { PATH: process.env.PATH, AGTMUX_HOME: ground.home, TMUX: tmux, TMUX_PANE: pane.paneId };
        const words = [join(ground.home, "bin", "agtmux"), "hook", "schmux", state, word];
        execFile("setsid", ["sh", ...words], { env }, () => undefined);
        return;
      }
      default:
        this.way satisfies never;
    }
  }
}

export function wordOf(number: number): string {
  return `word ${number}`;
}

/** Null if the message is not a signaller's. */
export function numberOf(message: string): number | null {
  const [, number] = /^word (\d+)$/.exec(message) ?? [];
  return number === undefined ? null : Number(number);
}
