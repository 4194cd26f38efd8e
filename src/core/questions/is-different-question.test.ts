import { describe, expect, it } from "vitest";
import type { QuestionWords } from "../protocol/actions/questions.ts";
import { isDifferentQuestion, screenTextChanged } from "./is-different-question.ts";

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }));
const approval = (detail: string, text = "Do you want to proceed?"): QuestionWords => ({
  kind: "approval",
  text,
  detail,
  options: options("Yes", "No"),
});
const choice = (text: string, ...labels: string[]): QuestionWords => ({
  kind: "choice",
  text,
  ...(labels.length > 0 && { options: options(...labels) }),
});

describe("isDifferentQuestion", () => {
  it.each([
    ["make", "make clean && rm -rf /"],
    ["ls", "rm -rf tools && ls"],
    [
      "cd /home/dev/projects/my-application/frontend && npm test",
      "cd /home/dev/projects/my-application/frontend && rm -rf ~/data",
    ],
    ["git push", "git push --force"],
  ])("[SQ16] %s is not %s", (one, other) => {
    expect([
      isDifferentQuestion(approval(one), approval(other)),
      isDifferentQuestion(approval(other), approval(one)),
    ]).toEqual([true, true]);
  });

  it("[SQ18] the same command is the same, wrapped, framed, beside its description or cut short", () => {
    const command = `npm run migrate -- --env staging ${"--verbose ".repeat(8)}`.trim();
    for (const shown of [
      command,
      `$ ${command}`,
      `│ ${command.slice(0, 40)}\n│ ${command.slice(40)}`,
      `${command}\nMigrate the staging database`,
      `Migrate the staging database\n${command}`,
      `${command.slice(0, 60)}…`,
    ])
      expect([shown, isDifferentQuestion(approval(command, "Bash: npm"), approval(shown))]).toEqual([shown, false]);
  });

  it("[SQ18] an edit is recognised by its file, even if two sources describe the change differently", () => {
    const told = approval("/home/dev/app/server.ts\nport = 80", "Edit: /home/dev/app/server.ts");
    const shown = (file: string) =>
      approval("1 - port: 8080\n1 + port: 80", `Do you want to make this edit to ${file}?`);
    expect(isDifferentQuestion(told, shown("server.ts"))).toBe(false);
    expect(isDifferentQuestion(told, shown("server.test.ts"))).toBe(true);
  });

  it("[UI26] a question read from the screen must still read the same there, to the letter", () => {
    const read = { ...approval("make"), from_screen: true };
    expect(screenTextChanged(read, approval("│ make"))).toBe(false);
    expect(screenTextChanged(read, approval("make\nrm -rf /"))).toBe(true);
    expect(screenTextChanged(approval("make"), approval("make\nBuild all"))).toBe(false);
  });

  it("[SQ16, SQ17] a question that is not an approval never becomes one", () => {
    const declared: QuestionWords = { kind: "text", text: "Shall I continue with plan B?", free: true };
    expect(isDifferentQuestion(declared, approval("rm -rf build"))).toBe(true);
    expect(isDifferentQuestion(approval("rm -rf build"), choice("Which database?", "Redis", "Postgres"))).toBe(true);
  });

  it("[SQ16] questions are one by their words or by what they offer; parts of one follow each other", () => {
    expect(isDifferentQuestion(choice("Which colour?", "Red", "Blue"), choice("Which size?", "Small", "Large"))).toBe(
      true,
    );
    expect(isDifferentQuestion(choice("Which colour?", "Red", "Blue"), choice("Which  colour?"))).toBe(false);
    expect(isDifferentQuestion(choice("Which?", "Red", "Blue"), choice("Pick one", "Red", "Blue", "Green"))).toBe(
      false,
    );
    expect(isDifferentQuestion(choice("Which colour?"), choice("Which size?"))).toBe(true);
    const part = (n: number, of: number, text: string) => ({ ...choice(text, "A"), part: { n, of } });
    expect(isDifferentQuestion(part(1, 2, "Which colour?"), part(2, 2, "Which size?"))).toBe(false);
    expect(isDifferentQuestion(part(1, 2, "Which colour?"), part(1, 3, "Which size?"))).toBe(true);
  });
});
