import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** A slow agent needs seconds until its process can be told from its launcher. */
const LONGEST_MS = 20_000;

/** Resolves with a pane once an agent is seen in it; null if that takes too long. */
export function untilSeen(
  look: () => PaneItem | undefined,
  onChange: (listener: () => void) => () => void,
): Promise<PaneItem | null> {
  const agentIn = () => {
    const item = look();
    return item?.agent == null ? null : item;
  };
  return new Promise((resolve) => {
    const there = agentIn();
    if (there !== null) return resolve(there);
    const leave = onChange(() => {
      const item = agentIn();
      if (item !== null) end(item);
    });
    const giveUp = setTimeout(() => end(null), LONGEST_MS);
    const end = (item: PaneItem | null) => {
      leave();
      clearTimeout(giveUp);
      resolve(item);
    };
  });
}
