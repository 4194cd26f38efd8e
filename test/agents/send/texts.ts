/** Texts of one kind: what they have in common is what a CLI may take for something else than words. */
export interface Kind {
  name: string;
  /** A draft that is in the box before. */
  typed?: string;
  /** Of `agtmux send`. */
  options?: readonly string[];
  texts: readonly string[];
}

const WORDS = "The quick brown fox jumps over the lazy dog;";
const CODE = "function add(a, b) {\n  // both\n  if (a) {\n    return a + b;\n  }\n\n  return b;\n}";
const JSON_TEXT = '{\n  "a": [1, 2],\n  "b": null\n}';

/** Texts for an agent, each sent by itself. In its folder are README.md and src/main.ts. */
export const KINDS: readonly Kind[] = [
  { name: "plain words", texts: ["Say hello.", "y", "1", "Wait, not yet: keep (a) and [b] & go on!"] },
  {
    name: "several lines",
    texts: ["first\nsecond", numbered(12), CODE, JSON_TEXT, "- one\n- two\n  - three", "a\\\nb"],
  },
  { name: "blank lines", texts: ["a\n\nb", "a\n\n\n\nb", "```\ncode\n```\n\nafter"] },
  { name: "leading `-`", texts: ["- one item", "-n is a flag", "--help is another", "-"] },
  { name: "`?`", texts: ["Is it done?", "Why??", "? is a sign", "?"] },
  { name: "`/` inside, a leading path", texts: ["See /etc/hosts", "and/or", "// a comment", "/etc/hosts is a file"] },
  {
    name: "`#` `!` `@` inside",
    texts: ["Close #42 now", "Wow! It works!", "Mail bob@example.com", "C# is @home here"],
  },
  { name: "leading `#`", texts: ["# Heading", "#42 is open"] },
  { name: "leading `@`, no file", texts: ["@alice said so", "@nobody"] },
  { name: "ends in `@word`, `#word`, `$word`", texts: ["Tell @alice", "Mail to @", "Fix #42", "Print $HOME"] },
  { name: "`@` and a file's name", texts: ["See @README.md please", "@src/main.ts\nsecond line"] },
  { name: "`@` and the beginning of one", texts: ["@READ it", "See @READ"] },
  { name: "backslashes", texts: ["ends in \\", "and two \\\\", "C:\\path\\to", "a\\nb", "two lines\nend in \\"] },
  {
    name: "wide, emoji, right to left",
    texts: ["漢字かな交じり文。全角！", "👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽", "👍", "שלום עולם مرحبا", "𝔘𝔫𝔦 ﬁ ™ “q” a\u00a0b"],
  },
  { name: "combining marks", texts: ["e\u0301 a\u030a o\u0308 n\u0303"] },
  { name: "invisible characters", texts: ["soft\u00adhyphen", "mark \u200f\u05d0", "zero\u200bwidth"] },
  { name: "`;` and quotes", texts: ["a; b; c;", ";", `"double" 'single' "it's"`, "'"] },
  { name: "backticks, `$()`", texts: ["Run `whoami` twice", "$(id) $HOME $1 $$", "#{pane_id} %1 ~/x"] },
  { name: "shell signs", texts: ["a && b || c | d > e < f", "*.ts [x] {y} ^z & (w)", "100% of %s %d", "~"] },
  { name: "inner blanks", texts: ["two  inner   blanks", "a:\n    four\n        eight"] },
  { name: "leading blanks", texts: [" leading", "    code\n    more"] },
  { name: "trailing blanks", texts: ["trailing ", "three   ", "last\n"] },
  { name: "tabs", texts: ["a\tb", "all:\n\tmake"] },
  { name: "tabs, `--allow-changes`", options: ["--allow-changes"], texts: ["a\tb", "all:\n\tmake"] },
  {
    name: "like a paste's name",
    texts: ["[Pasted text #1 +3 lines]", "[Pasted Content 1234 chars]", "[Pasted ~3 lines] [Image #1]"],
  },
  { name: "like a screen", texts: ["> a quote", "❯ 1. Yes\n  2. No", "Do you want to proceed?", "│ a │ b │", "││"] },
  { name: "600 characters in a line", texts: [`${`${WORDS} `.repeat(13)}end.`] },
  { name: "5 KB in a line", texts: [`${`${WORDS} `.repeat(111)}end.`, "x".repeat(5_000)] },
  { name: "300 lines", texts: [numbered(300)] },
  { name: "100 KB", texts: [`${numbered(2_100)}\nend.`] },
  { name: "leading `!`", texts: ["!echo said > made-by-bang"] },
  { name: "`/` alone", texts: ["/"] },
  { name: "words where somebody has typed `!`", typed: "!", texts: ["echo said > made-by-bang"] },
];

function numbered(lines: number): string {
  return Array.from({ length: lines }, (_, index) => `${index + 1} ${WORDS}`).join("\n");
}
