/** Renders docs/cli.md from the manual of the commands. */
export function cliPage({ title, refs, groups, options, environment, exitCodes }) {
  return [
    "# The command line",
    "",
    "Made by `npm run docs:cli` from the tables in `src/cli/tables`. `agtmux help` and `man agtmux` say the same.",
    "",
    `agtmux shows ${title}.`,
    "",
    ...groups.map(({ heading, commands }) => `- **${heading}**: ${commands.map(link).join(" · ")}`),
    "",
    "## Refs",
    "",
    ...paragraphs(refs),
    "## Options of every command",
    "",
    ...table(["option", "what it does"], options.map(codeFirst)),
    "## Variables",
    "",
    ...table(["variable", "what it is"], environment.map(codeFirst)),
    ...groups.flatMap(({ heading, commands }) => [`## ${heading}`, "", ...commands.flatMap(section)]),
    "## Exit codes",
    "",
    ...table(
      ["exit code", "error code", "meaning"],
      exitCodes.map(({ exit, code, means }) => [String(exit), code, asText(means)]),
    ),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function section({ name, summary, usage, about, words, options, notes, examples }) {
  return [
    `### ${name}`,
    "",
    `${asText(summary[0].toUpperCase() + summary.slice(1))}.`,
    "",
    ...code(usage, "text"),
    ...paragraphs(about),
    ...table(["word", "what it does"], words.map(codeFirst)),
    ...table(["option", "what it does"], options.map(codeFirst)),
    ...paragraphs(notes),
    "Examples:",
    "",
    ...code(examples, "sh"),
  ];
}

function link({ name }) {
  return `[${name === "agtmux" ? name : name.replace("agtmux ", "")}](#${name.replaceAll(" ", "-")})`;
}

function paragraphs(list) {
  return list.flatMap((each) => (each.kind === "code" ? code(each.lines) : [asText(each.text), ""]));
}

function code(lines, language = "text") {
  return [`\`\`\`${language}`, ...lines, "```", ""];
}

function codeFirst([term, does]) {
  return [`\`${term.replaceAll("|", "\\|")}\``, asText(does)];
}

function table(head, rows) {
  if (rows.length === 0) return [];
  const row = (cells) => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row), ""];
}

/** Keeps markup characters as they are. */
function asText(text) {
  return text.replace(/[\\`*_<>[\]|]/g, "\\$&");
}
