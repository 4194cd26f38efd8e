/** Key prefix of the snapshots of agents' last turns. */
export const TURN = "turn:";
/** Key prefix of what was finished last of agents' work. */
export const FINISH = "finish:";
