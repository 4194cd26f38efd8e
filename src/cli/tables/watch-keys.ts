/** Every key of `agtmux watch` and what it does, for its help and for the documents. */
export const WATCH_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["j k, arrows", "next or previous row; a long row scrolls"],
  ["g G", "first or last row"],
  ["Enter", "go to the pane"],
  ["space", "show its screen below, live; again closes it"],
  ["y n", "answer yes or no"],
  ["1-9", "pick a choice, or mark it if several may be"],
  ["p", "send the marked choices"],
  ["r", "reply: Enter sends, Esc keeps it for later"],
  ["e", "mark as seen"],
  ["z", "put off for 30 minutes; again ends that"],
  ["u", "take back the last e or z"],
  ["i", "interrupt: its turn ends, the agent stays"],
  ["/", "only rows with these words; Esc shows all"],
  ["?", "this list"],
  ["q, Ctrl-C", "quit; Ctrl-Z suspends, Ctrl-L redraws"],
];

export const WATCH_KEY_LINES: readonly string[] = WATCH_KEYS.map(([keys, does]) => `  ${keys.padEnd(12)} ${does}`);
