import { classifyByRules } from "../../src/core/classify/rules.ts";
import type { Verdict } from "../../src/core/protocol/daemon/classify.ts";
import type { ClassifyCase } from "./classify-cases.ts";

export type Mark = "right" | "unknown" | "wrong";

export interface ClassifyScore extends ClassifyCase {
  verdict: Verdict;
  mark: Mark;
}

export function scoreByRules(cases: readonly ClassifyCase[]): ClassifyScore[] {
  return cases.map((each) => scoreOf(each, classifyByRules(each.excerpt, each.adapter)));
}

export function scoreOf(each: ClassifyCase, verdict: Verdict): ClassifyScore {
  const isRight = each.truth.includes(verdict.state);
  return { ...each, verdict, mark: isRight ? "right" : verdict.state === "unknown" ? "unknown" : "wrong" };
}
