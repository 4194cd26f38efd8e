import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DialogCase,
  dialogCases,
  expectedDialogs,
  readDialogOf as read,
  told,
} from "../../../test/accuracy/recorded-dialogs.ts";
import { type Dialog, signatureOf, wordsOf } from "../adapter/dialog.ts";
import { QuestionWords } from "../protocol/actions/questions.ts";
import { plainRow } from "../terminal/plain-row.ts";
import { adapterOf } from "./registry.ts";

const FIXTURES = resolve(import.meta.dirname, "../../../test/fixtures/agents");
const EXPECTED = expectedDialogs(FIXTURES);

const CASES = dialogCases(FIXTURES);
const AGENTS = [...new Set(CASES.map(({ agent }) => agent))];

describe("dialogs of the agents", () => {
  it.each(CASES.filter(({ name }) => name in EXPECTED))(
    "[SQ18] $name is read with its choices and their keys",
    (each) => {
      const dialog = read(each);
      expect(dialog === null ? null : told(dialog)).toEqual(EXPECTED[each.name]);
    },
  );

  it("[SQ18] every recorded screen that waits for a person shows a dialog, and no other one does", () => {
    const wrong = CASES.filter(({ state }) => state !== null).filter(
      (each) => (read(each) !== null) !== each.state?.startsWith("waiting"),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("[SQ18] at every approval one choice is the plain yes, one refuses, by a plain no or by words, and yes is never for always", () => {
    for (const each of CASES) {
      const dialog = read(each);
      if (dialog?.kind !== "approval") continue;
      const yes = dialog.options.filter(({ means }) => means === "yes");
      const no = dialog.options.filter(({ means }) => means === "no");
      const refusing = no.length > 0 ? no : dialog.options.filter(({ words }) => words !== undefined);
      expect([each.name, yes.length, refusing.length]).toEqual([each.name, 1, 1]);
      expect(yes[0]?.label).not.toMatch(/always|again|session\b(?!$)|auto|remember/);
    }
  });

  it("[SQ18] a dialog stays the same while its cursor moves, something is ticked or words are typed", () => {
    const same: [string, string][] = [
      ["claude/dialogs/question", "claude/dialogs/question-typed"],
      ["claude/dialogs/approval", "claude/dialogs/approval-amended"],
      ["claude/dialogs/question-several-answers", "claude/dialogs/question-several-ticked"],
      ["codex/dialogs/question", "codex/dialogs/question-notes"],
      ["copilot/dialogs/approval", "copilot/dialogs/approval-feedback"],
      ["opencode/dialogs/approval-edit", "opencode/dialogs/approval-reject-chosen"],
      ["kilo/dialogs/approval-always-chosen", "kilo/dialogs/approval-reject-chosen"],
      ["pi/dialogs/confirm", "pi/dialogs/confirm-no-chosen"],
    ];
    const signature = (name: string) => {
      const found = CASES.find((each) => each.name === name);
      const dialog = found === undefined ? null : read(found);
      return dialog === null ? null : signatureOf(dialog);
    };
    for (const [one, other] of same) expect([one, signature(one)]).toEqual([one, signature(other)]);
    expect(signature("claude/dialogs/questions")).not.toBe(signature("claude/dialogs/questions-second"));
  });

  it("[AD5, SQ18] no part of any screen makes an adapter throw, and every dialog read is valid", () => {
    const rows = CASES.flatMap((each) => each.rows);
    const screen = fc.array(fc.oneof(fc.constantFrom(...rows), fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom(...AGENTS), screen, (agent, styled) => {
        const dialog = adapterOf(agent)?.readDialog?.({ lines: styled.map(plainRow), styled }) ?? null;
        if (dialog !== null) QuestionWords.parse(wordsOf(dialog));
      }),
    );
  });

  it("[SQ18] as a question a dialog has only its choices; an option that takes words becomes free text", () => {
    const found = CASES.find(({ name }) => name === "claude/dialogs/question") as DialogCase;
    expect(wordsOf(read(found) as Dialog)).toEqual({
      kind: "choice",
      text: "Which colour?",
      options: ["Red", "Blue", "Green"].map((label) => ({ value: label, label, description: `Take ${label}` })),
      free: true,
    });
  });
});
