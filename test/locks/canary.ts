import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

/** Where anything below is run, it makes the file that `$C` names. Without a slash, so that a file may be called that. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell is to read it, not we
const TOUCH = ["touch $C", "touch${IFS}$C", ">$C"];

const LIVE = TOUCH.flatMap((touch) => [
  `$(${touch})`,
  `\`${touch}\``,
  `;${touch};`,
  `|${touch}|`,
  `&${touch}&`,
  `\n${touch}\n`,
  `';${touch};'`,
  `";${touch};"`,
  `#(${touch})`,
  `#{?1,#(${touch}),}`,
  `\nrun-shell '${touch}'\n`,
  `;run-shell '${touch}';`,
  ` ; run-shell '${touch}' ; `,
  `" ; run-shell '${touch}' ; "`,
  `' ; run-shell "${touch}" ; '`,
  `} ; run-shell '${touch}' ; {`,
  `\n%if 1\nrun-shell '${touch}'\n%endif\n`,
  `-oProxyCommand=${touch}`,
  `\\\n${touch}`,
]);

const HARMLESS = [
  "-",
  "--",
  "-x",
  "%1",
  "%",
  "~",
  "\\",
  "\\;",
  '"',
  "'",
  "$HOME",
  "#",
  "##",
  "#{",
  "}",
  "#[fg=red]",
  "*",
  "é世",
  " ",
  "\t",
  "a",
];

/** A word that wants to be a command, for any of the languages that it may come through. */
export const wouldBeCommand = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...LIVE), weight: 2 }, fc.constantFrom(...HARMLESS)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));

/** Every one of them by itself: no chance decides whether it is tried. */
export const ALL_LIVE: readonly string[] = LIVE;

/** The file that must never appear, in the environment of all that is started. */
export function canaryIn(dir: string): { env: { C: string }; hasSung(): boolean } {
  const path = join(dir, "canary");
  return { env: { C: path }, hasSung: () => existsSync(path) };
}

/** Whether a shell that reads this word runs it: a test of words that nobody could run would prove nothing. */
export function wouldSing(word: string, path: string): boolean {
  spawnSync("sh", ["-c", `eval "x ${word.replaceAll(/["\\]/g, "\\$&")}"`], {
    env: { ...process.env, C: path },
    timeout: 5_000,
  });
  return existsSync(path);
}
