import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import { chunksOf, pastesOf, type Typing } from "../../core/adapter/delivery-plan.ts";
import type { Pattern } from "../../core/pattern/pattern.ts";
import type { Clock } from "../base/clock.ts";
import type { GuardedPane } from "./guarded-pane.ts";

export interface PasteDeps {
  guardedPane: GuardedPane;
  clock: Clock;
  typing: Typing;
}

const BUFFER = "_agtmux-";
const FORGOTTEN_MS = 60_000;
const LOOK_MS = 100;
/** How long a paste may take to show. */
const SEEN_MS = 2_000;

/** Pastes a text; in several parts if the agent would pass on only a placeholder for a long one. */
export async function paste(deps: PasteDeps, text: string, onPasted: () => void): Promise<void> {
  await sweep(deps);
  const [first = "", ...others] = pastesOf(text, deps.typing.longestPaste);
  const before = others.length === 0 ? 0 : await placeholdersOn(deps);
  await pasteAtOnce(deps, first);
  onPasted();
  for (const [index, part] of others.entries()) {
    await untilSeen(deps, before + index + 1);
    await pasteAtOnce(deps, part);
  }
}

/** Sends it through a tmux buffer in pieces, over the open connection; the buffer is deleted afterwards. */
async function pasteAtOnce({ guardedPane, clock }: PasteDeps, text: string): Promise<void> {
  const name = `${BUFFER}${Math.floor(clock.now())}-${randomUUID()}`;
  const otherwise = `delete-buffer -b ${name}`;
  try {
    for (const [index, chunk] of chunksOf(text).entries())
      await guardedPane.runUnguarded(`set-buffer ${index === 0 ? "" : "-a "}-b ${name} -- ${tmuxString(chunk)}`);
    await guardedPane.do(`paste-buffer -p -d -b ${name} -t ${guardedPane.pane.pane_id}`, { areKeys: true, otherwise });
  } catch (error) {
    await guardedPane.runUnguarded(otherwise).catch(() => undefined);
    throw error;
  }
}

/** Waits until so many pastes are seen, or should have been: agents may merge pastes in quick succession. */
async function untilSeen(deps: PasteDeps, count: number): Promise<void> {
  const { clock } = deps;
  for (const pastedAt = clock.now(); clock.now() - pastedAt < SEEN_MS; ) {
    await sleep(LOOK_MS);
    if ((await placeholdersOn(deps)) >= count) return;
  }
}

/** Number of paste placeholders on the screen, even if wrapped. */
async function placeholdersOn({ guardedPane, typing }: PasteDeps): Promise<number> {
  const screen = (await guardedPane.screen()).map((line) => line.trimEnd()).join("");
  return countOf(typing.pastePlaceholder, screen);
}

function countOf(pattern: Pattern | undefined, text: string): number {
  const found = pattern?.exec(text) ?? null;
  return found === null ? 0 : 1 + countOf(pattern, text.slice(found.index + Math.max(1, found[0].length)));
}

/** Deletes buffers left by a daemon that ended in between. */
async function sweep({ guardedPane, clock }: PasteDeps): Promise<void> {
  for (const name of await guardedPane.runUnguarded("list-buffers -F '#{buffer_name}'")) {
    const made = Number(new RegExp(`^${BUFFER}(\\d+)-`).exec(name)?.[1]);
    if (clock.now() - made > FORGOTTEN_MS)
      await guardedPane.runUnguarded(`delete-buffer -b ${name}`).catch(() => undefined);
  }
}
