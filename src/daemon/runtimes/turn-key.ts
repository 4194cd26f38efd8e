/** Key prefix of the snapshots of agents' last turns. */
export const TURN = "turn:";
