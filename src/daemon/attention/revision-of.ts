import { createHash } from "node:crypto";
import type { QuestionWords } from "../../core/protocol/actions/questions.ts";

/** 120 bits, since an agent could profit from a collision of two questions. */
const LENGTH = 20;

/** Identifies what a person reads of a question: one hash for its subject, and after the dot one for its choices. */
export function revisionOf(words: QuestionWords): string {
  const { options, multiple, free } = words;
  return `${subjectOf(words)}.${nameOf([options ?? [], multiple ?? false, free ?? false])}`;
}

/** Whether both have the same subject, whatever the choices, which are known only once the screen is read. */
export function isSameSubject(revision: string, words: QuestionWords): boolean {
  return revision.split(".")[0] === subjectOf(words);
}

function subjectOf({ kind, text, detail, part }: QuestionWords): string {
  return nameOf([kind, text, detail ?? null, part ?? null]);
}

function nameOf(read: unknown): string {
  return createHash("sha256").update(JSON.stringify(read)).digest("base64url").slice(0, LENGTH);
}
