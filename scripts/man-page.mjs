/** Renders man/agtmux.1 from the manual of the commands. */
export function manPage({ title, refs, groups, options, environment, exitCodes }) {
  return [
    '.\\" Made by npm run docs:cli from the tables in src/cli/tables.',
    ".TH AGTMUX 1",
    ".SH NAME",
    text(`agtmux - ${title}`),
    ".SH SYNOPSIS",
    ".B agtmux",
    text("[command] [options]"),
    ".SH REFS",
    ...paragraphs(refs),
    ".SH OPTIONS OF EVERY COMMAND",
    ...definitions(options),
    ...groups.flatMap(({ heading, commands }) => [`.SH ${heading.toUpperCase()}`, ...commands.flatMap(section)]),
    ".SH ENVIRONMENT",
    ...definitions(environment),
    ".SH EXIT STATUS",
    ...definitions(exitCodes.map(({ exit, code, means }) => [`${exit} ${code}`.trim(), means])),
  ]
    .join("\n")
    .concat("\n");
}

function section({ name, summary, usage, about, words, options, notes, examples }) {
  return [
    `.SS ${text(`${name}: ${summary}`)}`,
    ...code(usage),
    ...paragraphs(about),
    ...definitions(words),
    ...definitions(options),
    ...paragraphs(notes),
    ".PP",
    "Examples:",
    ...code(examples),
  ];
}

function paragraphs(list) {
  return list.flatMap((each) => (each.kind === "code" ? code(each.lines) : [".PP", text(each.text)]));
}

function code(lines) {
  return [".PP", ".RS 4", ".nf", ...lines.map(text), ".fi", ".RE"];
}

function definitions(rows) {
  return rows.flatMap(([term, does]) => [".TP", `.B ${text(term).replaceAll('"', "\\(dq")}`, text(does)]);
}

/** Keeps what roff would read as a request, an escape or a typographic character; non-ASCII is written by code point. */
function text(plain) {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replace(/^\./, "\\&.")
    .replace(
      /[^\x00-\x7f]/gu,
      (character) => `\\[u${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
