import type { AgentFile, FileCue } from "../agent-file/agent-file.ts";

export const ESCAPE = /\b(?:esc|escape)\b[^a-z]{0,3}to (?:interrupt|cancel|stop|abort)\b/i;

/** Proposes Escape as the key that interrupts a turn, if the line that shows work says so itself. */
export function proposeInterrupt(cues: readonly FileCue[]): NonNullable<AgentFile["interrupt"]> | null {
  const said: (string | null)[] = cues
    .filter(({ state }) => state === "running")
    .map(({ pattern = "" }) => ESCAPE.exec(pattern)?.[0] ?? null);
  const [first = null] = said;
  return first !== null && said.every((each) => each === first) ? { key: "Escape", times: 1, running: first } : null;
}
