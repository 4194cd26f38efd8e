import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manual } from "../src/cli/help/manual.ts";
import { cliPage } from "./cli-page.mjs";
import { manPage } from "./man-page.mjs";
import { ROOT } from "./setup.mjs";

const ODD = {
  title: "odd texts",
  refs: [{ kind: "text", text: ".TH <b> a_b|c 'x' \\n …" }],
  groups: [
    {
      heading: "Group",
      commands: [
        {
          name: "agtmux odd",
          summary: "be odd",
          usage: ["agtmux odd 'a|b'"],
          about: [{ kind: "code", lines: [".nf ~"] }],
          words: [],
          options: [["--keys 'KEY …'", "Press a|b."]],
          notes: [],
          examples: ["agtmux odd"],
        },
      ],
    },
  ],
  options: [],
  environment: [],
  exitCodes: [{ exit: 0, code: "", means: "it worked" }],
};

describe("documents of the command line", () => {
  it("[CL23] docs/cli.md and the manual page have every command, word, option and exit code", () => {
    const told = manual();
    const commands = told.groups.flatMap((group) => group.commands);
    const page = cliPage(told);
    const man = manPage(told);
    for (const { name, words, options } of commands) {
      expect(page).toContain(`\n### ${name}\n`);
      expect(man).toContain(`\n.SS ${name.replaceAll("-", "\\-")}: `);
      for (const [term] of [...words, ...options]) expect(page).toContain(`| \`${term.replaceAll("|", "\\|")}\` |`);
    }
    for (const { exit, code } of told.exitCodes) {
      expect(page).toContain(`| ${exit} | ${code} |`);
      expect(man).toContain(`.B ${`${exit} ${code}`.trim()}\n`);
    }
  });

  it("[CL23] the files are those that the tables give, and the package installs the manual page", () => {
    const read = (path) => readFileSync(join(ROOT, path), "utf8");
    expect(read("docs/cli.md")).toBe(cliPage(manual()));
    expect(read("man/agtmux.1")).toBe(manPage(manual()));
    const { man, files } = JSON.parse(read("package.json"));
    expect([man, files.includes("man")]).toEqual(["man/agtmux.1", true]);
  });

  it("[CL23] text that Markdown or roff would read as markup is escaped", () => {
    const page = cliPage(ODD);
    expect(page).toContain("\n.TH \\<b\\> a\\_b\\|c 'x' \\\\n …\n");
    expect(page).toContain("| `--keys 'KEY …'` | Press a\\|b. |");
    expect(page).toMatch(/\n```\w+\n\.nf ~\n```\n/);
    const man = manPage(ODD);
    expect(man).toContain("\n.PP\n\\&.TH <b> a_b|c \\(aqx\\(aq \\en \\[u2026]\n");
    expect(man).toContain("\n.nf\n\\&.nf \\(ti\n.fi\n");
    expect(man).toContain("\n.B \\-\\-keys \\(aqKEY \\[u2026]\\(aq\nPress a|b.\n");
  });
});
