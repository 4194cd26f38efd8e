import { describe, expect, it } from "vitest";
import type { QuestionWords } from "../protocol/questions.ts";
import { asksOther } from "./asks-other.ts";

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

describe("asksOther", () => {
  it.each([
    ["make", "make clean && rm -rf /"],
    ["ls", "rm -rf tools && ls"],
    [
      "cd /home/dev/projects/my-application/frontend && npm test",
      "cd /home/dev/projects/my-application/frontend && rm -rf ~/data",
    ],
    ["git push", "git push --force"],
  ])("[SQ16] %s is not %s", (one, other) => {
    expect([asksOther(approval(one), approval(other)), asksOther(approval(other), approval(one))]).toEqual([
      true,
      true,
    ]);
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
      expect([shown, asksOther(approval(command, "Bash: npm"), approval(shown))]).toEqual([shown, false]);
  });

  it("[SQ18] an edit is known by its file, whatever each tells of the change", () => {
    const told = approval("/home/dev/app/server.ts\nport = 80", "Edit: /home/dev/app/server.ts");
    const shown = (file: string) =>
      approval("1 - port: 8080\n1 + port: 80", `Do you want to make this edit to ${file}?`);
    expect(asksOther(told, shown("server.ts"))).toBe(false);
    expect(asksOther(told, shown("server.test.ts"))).toBe(true);
  });

  it("[SQ16, SQ17] what is no approval never becomes one", () => {
    const declared: QuestionWords = { kind: "text", text: "Shall I continue with plan B?", free: true };
    expect(asksOther(declared, approval("rm -rf build"))).toBe(true);
    expect(asksOther(approval("rm -rf build"), choice("Which database?", "Redis", "Postgres"))).toBe(true);
  });

  it("[SQ16] questions are one by their words or by what they offer; parts of one follow each other", () => {
    expect(asksOther(choice("Which colour?", "Red", "Blue"), choice("Which size?", "Small", "Large"))).toBe(true);
    expect(asksOther(choice("Which colour?", "Red", "Blue"), choice("Which  colour?"))).toBe(false);
    expect(asksOther(choice("Which?", "Red", "Blue"), choice("Pick one", "Red", "Blue", "Green"))).toBe(false);
    expect(asksOther(choice("Which colour?"), choice("Which size?"))).toBe(true);
    const part = (n: number, of: number, text: string) => ({ ...choice(text, "A"), part: { n, of } });
    expect(asksOther(part(1, 2, "Which colour?"), part(2, 2, "Which size?"))).toBe(false);
    expect(asksOther(part(1, 2, "Which colour?"), part(1, 3, "Which size?"))).toBe(true);
  });
});
