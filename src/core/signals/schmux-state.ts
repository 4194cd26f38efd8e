/** State names of schmux, in markers and status files. */
export const SCHMUX_STATES = ["completed", "needs_input", "needs_testing", "error", "working"] as const;

export type SchmuxState = (typeof SCHMUX_STATES)[number];

export function isSchmuxState(word: string): word is SchmuxState {
  return (SCHMUX_STATES as readonly string[]).includes(word);
}
