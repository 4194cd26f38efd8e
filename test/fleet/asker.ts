import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../src/core/protocol/base/fault.ts";
import { until } from "../support/sandbox.ts";
import type { MemberDaemon } from "./member-daemon.ts";
import type { PanesAtWork } from "./panes-at-work.ts";

const TRIES = 4;
const SILENCE_MS = 90_000;
const NOTHING_DONE = /nothing was (?:done|typed|sent)/;

interface Asked {
  word: string;
  by: string;
  to: PanesAtWork;
  /** What the asker was told, try by try; null for success. */
  told: (string | null)[];
}

/** Sends prompts to the agents of other members, again with the same key where it failed, and keeps account. */
export class Asker {
  private readonly daemons: readonly MemberDaemon[];
  private readonly places: readonly PanesAtWork[];
  private readonly round: number;
  private readonly asked: Asked[] = [];

  constructor(round: number, daemons: readonly MemberDaemon[], places: readonly PanesAtWork[]) {
    this.round = round;
    this.daemons = daemons;
    this.places = places;
  }

  /** Asks one thing after the other, until `isOver` and everything has its answer. */
  async work(random: () => number, isOver: () => boolean): Promise<void> {
    const open: Promise<void>[] = [];
    while (!isOver()) {
      const to = this.places[Math.floor(random() * this.places.length)] as PanesAtWork;
      const others = this.daemons.filter((each) => each !== to.member);
      const by = others[Math.floor(random() * others.length)] as MemberDaemon;
      open.push(this.ask(by, to));
      await sleep(200 + random() * 800);
    }
    await Promise.all(open);
  }

  get counts(): { asked: number; done: number; again: number; failed: number } {
    const { asked } = this;
    const done = asked.filter(({ told }) => told.at(-1) === null);
    const again = done.filter(({ told }) => told.length > 1).length;
    return { asked: asked.length, done: done.length, again, failed: asked.length - done.length };
  }

  /** What the askers were told when it failed, without numbers, and how often. */
  get failures(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const text of this.asked.flatMap(({ told }) => told)) {
      const kind = text?.replaceAll(/\d+/g, "N") ?? null;
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  }

  /** Whatever was done twice, or not as the asker was told. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const asked of this.asked) {
      const { to, word, told } = asked;
      const count = () => to.read().reduce((sum, line) => sum + line.split(word).length - 1, 0);
      const isDone = told.at(-1) === null;
      if (isDone) await until(() => count() >= 1, undefined, 5_000).catch(() => undefined);
      const done = count();
      const isToldNothing = told.every((text) => text !== null && NOTHING_DONE.test(text));
      if (told.length === 0) faults.push(`${describe(asked)} and nobody was told how it went`);
      else if (done > 1) faults.push(`${describe(asked)} and it was done ${done} times`);
      else if (isDone && done === 0) faults.push(`${describe(asked)} and it was not done`);
      else if (isToldNothing && done > 0) faults.push(`${describe(asked)} and it was done all the same`);
    }
    return faults;
  }

  private async ask(by: MemberDaemon, to: PanesAtWork): Promise<void> {
    const word = `<prompt ${this.round}.${this.asked.length + 1}>`;
    const asked: Asked = { word, by: by.name, to, told: [] };
    this.asked.push(asked);
    const request = { ref: to.agentRef, text: word, idempotency_key: word, over_draft: true };
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const answer = await Promise.race([
        by.box.client.send(request).then(
          () => null,
          (error: unknown) => messageOf(error),
        ),
        sleep(SILENCE_MS, undefined),
      ]);
      if (answer === undefined) {
        asked.told = [];
        return;
      }
      asked.told.push(answer);
      if (answer === null) return;
      await sleep(attempt * 1_000);
    }
  }
}

function describe({ word, by, to, told }: Asked): string {
  return `${by} asked ${to.member.name} for ${word}, was told ${JSON.stringify(told)},`;
}
