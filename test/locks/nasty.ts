/** Texts in panes and payloads that try to be read as terminal or browser code. */
export const NASTY = [
  "\x1b]0;pwned title\x07",
  "\x1b[31mred\x1b[2J",
  "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
  "\x1b]52;c;cHduZWQ=\x07",
  "\x9b31m\x9d0;eight bits\x9c\x85",
  "\u202egnp.exe\u202c\u2066\u2069\u200f",
  "ze\u200bro\u2060width\ufeff",
  "hid\u{e0068}\u{e0069}den \u3164filler \u180e\ufff9",
  "\b\b\x7f\x00\r\nnext line\x0b\x0c\x0e",
  `<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>`,
].join(" ");

/** Characters that no output of ours may contain, besides its own colours. */
export const UNRULY =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/** The sequences that are ours: colours, and those of `watch` on a whole screen. */
export const OWN_SEQUENCES = /\x1b\[(?:[\d;]*m|\?(?:1049|2026|25|7)[hl]|\d+;1H|2J|K)/g;
