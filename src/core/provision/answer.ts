import { ERRORS, type ErrorCode } from "../protocol/base/error-codes.ts";
import { Fault } from "../protocol/base/fault.ts";

/** The output of one of our scripts, by section. */
export type Answer = ReadonlyMap<string, string>;

export type AnswerResult = { ok: true; answer: Answer } | { ok: false; fault: Fault };

/** Sections begin with a line that only the script can have written; output before the first one is ignored. */
export function readAnswer(stdout: string, marker: string): AnswerResult {
  const sections = `\n${stdout}`.split(`\n${marker} `).slice(1);
  const said = new Map(
    sections.map((section) => {
      const cut = section.indexOf("\n");
      return [section.slice(0, cut), section.slice(cut + 1)] as const;
    }),
  );
  if (!said.has("end")) return { ok: false, fault: new Fault("E_TARGET_UNUSABLE", "the answer was cut off") };
  const fault = said.get("fault");
  if (fault === undefined) return { ok: true, answer: said };
  const [code = "", ...words] = fault.split(" ");
  const known = Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : "E_INTERNAL";
  return { ok: false, fault: new Fault(known, words.join(" ")) };
}

/** Returns a section as a list, one entry per line. */
export function linesOf(answer: Answer, key: string): string[] {
  return (answer.get(key) ?? "").split("\n").filter((line) => line !== "");
}
