import type { Assertion, PatternNode } from "./parse-pattern.ts";

/** A step of a matcher: reads one character, goes on two ways (the first is preferred), checks a place, or is done. */
export type Step =
  | { op: "one"; test: RegExp; next: number }
  | { op: "fork"; ways: readonly [number, number] }
  | { op: "assertion"; at: Assertion; next: number }
  | { op: "done" };

/** Each character of a text costs at most one visit to each step. */
const MOST_STEPS = 1_000;

/** The steps, with the first one last; null if there are too many. */
export function programOf(node: PatternNode, flags: string): Step[] | null {
  if (sizeOf(node) >= MOST_STEPS) return null;
  const steps: Step[] = [{ op: "done" }];
  const tests = new Map<string, RegExp>();
  const testOf = (source: string): RegExp => {
    const test = tests.get(source) ?? new RegExp(`^(?:${source})$`, flags);
    tests.set(source, test);
    return test;
  };
  const add = (step: Step): number => steps.push(step) - 1;
  const fork = (first: number, second: number, isLazy: boolean) =>
    add({ op: "fork", ways: isLazy ? [second, first] : [first, second] });

  /** Adds the steps that match the node and then go on at `next`; returns the first of them. */
  const build = (part: PatternNode, next: number): number => {
    switch (part.type) {
      case "one":
        return add({ op: "one", test: testOf(part.source), next });
      case "assertion":
        return add({ op: "assertion", at: part.at, next });
      case "sequence":
        return part.parts.reduceRight((after, each) => build(each, after), next);
      case "choice":
        return part.parts
          .map((each) => build(each, next))
          .reduceRight((after, each) => add({ op: "fork", ways: [each, after] }));
      case "repeat":
        return repeat(part, next);
      default:
        return part satisfies never;
    }
  };

  const repeat = ({ part, min, max, isLazy }: Extract<PatternNode, { type: "repeat" }>, next: number): number => {
    let first = next;
    if (max === null) {
      const loop = add({ op: "fork", ways: [next, next] });
      const body = build(part, loop);
      steps[loop] = { op: "fork", ways: isLazy ? [next, body] : [body, next] };
      first = loop;
    } else {
      for (let count = min; count < max; count += 1) first = fork(build(part, first), next, isLazy);
    }
    for (let count = 0; count < min; count += 1) first = build(part, first);
    return first;
  };

  const first = build(node, 0);
  add({ op: "fork", ways: [first, first] });
  return steps;
}

/** How many steps it needs, before any is made. */
function sizeOf(node: PatternNode): number {
  switch (node.type) {
    case "one":
    case "assertion":
      return 1;
    case "sequence":
      return sum(node.parts);
    case "choice":
      return sum(node.parts) + node.parts.length;
    case "repeat":
      return (sizeOf(node.part) + 1) * Math.max(1, node.max ?? node.min + 1);
    default:
      return node satisfies never;
  }
}

function sum(parts: readonly PatternNode[]): number {
  return parts.reduce((total, part) => total + sizeOf(part), 0);
}
