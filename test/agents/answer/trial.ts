import type { Run } from "../run.ts";
import type { Stage } from "../stage.ts";

/** Something that must hold for an agent with a channel of its own; throws if it does not. */
export interface Trial {
  name: string;
  /** False if the agent has nothing of it. */
  play(run: Run, stage: Stage): Promise<boolean>;
}

/** Throws with these words unless it holds. */
export function demand(holds: boolean, words: string): void {
  if (!holds) throw new Error(words);
}
