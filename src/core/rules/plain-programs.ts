/**
 * Programs that take their operands for plain data: they run nothing, and write nothing but what their name says. Only
 * their operands may be left open in a rule, and only beside the options named here, none of which takes its value from
 * the next word. Every other program is allowed by its exact words; so is `diff`, which compares all that is in two
 * directories, hidden files too, and follows links there.
 */
const PLAIN: Readonly<Record<string, RegExp>> = {
  basename: /^$/,
  cat: /^-[AbEnsTv]+$/,
  cksum: /^$/,
  cmp: /^-[bls]+$/,
  cut: /^-(f[0-9,-]+|c[0-9,-]+|d[,:;])$/,
  dirname: /^$/,
  du: /^-[achks]+$/,
  echo: /^-n$/,
  file: /^-[bi]+$/,
  "git blame": /^(-[sw]+|--)$/,
  "git diff":
    /^(-[abpw]+|-U[0-9]+|--|--stat|--cached|--staged|--name-only|--name-status|--no-ext-diff|--no-textconv|--check)$/,
  "git log": /^(-[0-9]+|-n[0-9]+|-p|--|--oneline|--stat|--graph|--all|--decorate|--name-only|--name-status|--reverse)$/,
  "git ls-files": /^(-[cdmo]+|--|--exclude-standard)$/,
  "git rev-parse": /^(--short|--abbrev-ref|--verify|--show-toplevel)$/,
  "git show": /^(--|--stat|--oneline|--name-only|--name-status)$/,
  "git status": /^(-[bs]+|--|--short|--branch|--porcelain)$/,
  grep: /^(-[cEFGhHilLnoqsvwx]+|-[ABC][0-9]+|--)$/,
  head: /^(-[0-9]+|-[nc][0-9]+|-[qv]+)$/,
  ls: /^-[1AaCdFhilnprSst]+$/,
  md5sum: /^$/,
  mkdir: /^-[pv]+$/,
  nl: /^$/,
  realpath: /^$/,
  rev: /^$/,
  rg: /^(-[cFHiIlnNosSvwx]+|-[ABC][0-9]+|--|--files)$/,
  sha1sum: /^$/,
  sha256sum: /^$/,
  sort: /^-[bdfghMnrRuV]+$/,
  stat: /^$/,
  tac: /^$/,
  tail: /^(-[0-9]+|-[nc][0-9]+|-[qv]+)$/,
  touch: /^$/,
  wc: /^-[clLmw]+$/,
};

/** Programs to which the output of a pipe is data, never a program to run. */
const FILTERS = new Set(["column", "fold", "tr", "uniq"]);

/** How many words of argv name it (2 with a subcommand); 0 if it is not plain. */
export function plainWords([program = "", sub = ""]: readonly string[]): 0 | 1 | 2 {
  if (Object.hasOwn(PLAIN, program)) return 1;
  return Object.hasOwn(PLAIN, `${program} ${sub}`) ? 2 : 0;
}

/** Whether the word is an option that an open operand may stand beside. */
export function isPlainOption(argv: readonly string[], word: string): boolean {
  const known = PLAIN[argv.slice(0, plainWords(argv)).join(" ")];
  return known !== undefined && word.startsWith("-") && known.test(word);
}

export function isFilter(argv: readonly string[]): boolean {
  return plainWords(argv) === 1 || FILTERS.has(argv[0] ?? "");
}

/** These change the shell itself, and so what the words after them mean: all words of bash and zsh that set a variable, too. */
const CHANGES_SHELL = new Set(
  ". alias autoload bg bind bindkey builtin cd chdir command compdef compgen compound declare dirs disable disown emulate enable enum env eval exec export fc fg float functions getln getopts global hash history integer jobs let limit local mapfile nameref popd private pushd pushln r read readarray readonly rehash sched set setopt setvar shift shopt source suspend trap typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt vared wait zcompile zformat zle zmodload zparseopts zregexparse zstyle".split(
    " ",
  ),
);

/** With `-v` these print into a variable of the shell, such as PATH. */
const PRINTS = new Set(["printf", "print"]);

/** These read some of their words as arithmetic, which may assign: `printf %d PATH=1` in zsh, `test -v 'a[PATH=1]'` in bash. */
const CALCULATES = new Set(["[", "print", "printf", "test"]);

export function changesShell([program = "", ...words]: readonly string[]): boolean {
  return (
    CHANGES_SHELL.has(program) ||
    (PRINTS.has(program) && words.some((word) => /^-[A-Za-z]*v/.test(word))) ||
    (CALCULATES.has(program) && words.some(mayAssign))
  );
}

/** The signs `=` and `==` alone only compare. */
function mayAssign(word: string): boolean {
  return /=|\+\+|.--/.test(word) && !/^==?$/.test(word);
}

/** agtmux itself is never run by a rule: it could make another one. */
const OWN = /(^|\/)(agtmuxd?|squad-[a-z-]+)$/;

export function isOwnProgram(argv: readonly string[]): boolean {
  return argv.some((word) => OWN.test(word));
}
