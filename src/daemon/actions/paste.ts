import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { chunksOf, pastesOf, type Typing } from "../../core/actions/delivery-plan.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import type { Clock } from "../clock.ts";
import type { PaneHold } from "./pane-hold.ts";

export interface PasteDeps {
  hold: PaneHold;
  clock: Clock;
  typing: Typing;
}

const BUFFER = "_agtmux-";
const FORGOTTEN_MS = 60_000;
const LOOK_MS = 100;
/** Until then a paste is to be seen. */
const SEEN_MS = 2_000;

/** Pastes a text, as one or, where the agent would keep a long one for itself, as several. */
export async function paste(deps: PasteDeps, text: string, onPasted: () => void): Promise<void> {
  await sweep(deps);
  const [first = "", ...others] = pastesOf(text, deps.typing.longestPaste);
  const before = others.length === 0 ? 0 : await namesOn(deps);
  await pasteAtOnce(deps, first);
  onPasted();
  for (const [index, part] of others.entries()) {
    await untilSeen(deps, before + index + 1);
    await pasteAtOnce(deps, part);
  }
}

/** tmux's own buffers carry it in pieces, over the connection that stands; none stays behind. */
async function pasteAtOnce({ hold, clock }: PasteDeps, text: string): Promise<void> {
  const name = `${BUFFER}${Math.floor(clock.now())}-${randomUUID()}`;
  const otherwise = `delete-buffer -b ${name}`;
  try {
    for (const [index, chunk] of chunksOf(text).entries())
      await hold.tell(`set-buffer ${index === 0 ? "" : "-a "}-b ${name} -- ${tmuxString(chunk)}`);
    await hold.do(`paste-buffer -p -d -b ${name} -t ${hold.pane.pane_id}`, { areKeys: true, otherwise });
  } catch (error) {
    await hold.tell(otherwise).catch(() => undefined);
    throw error;
  }
}

/** Pastes that follow each other at once may be taken for one: until so many are seen, or should have been. */
async function untilSeen(deps: PasteDeps, count: number): Promise<void> {
  const { clock } = deps;
  for (const pastedAt = clock.now(); clock.now() - pastedAt < SEEN_MS; ) {
    await sleep(LOOK_MS);
    if ((await namesOn(deps)) >= count) return;
  }
}

/** How many names of pastes the screen shows, wherever its edge has broken them. */
async function namesOn({ hold, typing }: PasteDeps): Promise<number> {
  const screen = (await hold.screen()).map((line) => line.trimEnd()).join("");
  return screen.match(new RegExp(typing.pastePlaceholder ?? "$^", "g"))?.length ?? 0;
}

/** What a daemon left behind that ended in the middle. */
async function sweep({ hold, clock }: PasteDeps): Promise<void> {
  for (const name of await hold.tell("list-buffers -F '#{buffer_name}'")) {
    const made = Number(new RegExp(`^${BUFFER}(\\d+)-`).exec(name)?.[1]);
    if (clock.now() - made > FORGOTTEN_MS) await hold.tell(`delete-buffer -b ${name}`).catch(() => undefined);
  }
}
