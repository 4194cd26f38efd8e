/** More than anything means that writes JSON for us; from some thousands on, JavaScript cannot write a value again. */
export const DEEPEST = 200;

/** Parses JSON of others. Throws a SyntaxError, as for what is no JSON, if it is nested too deep to be written again. */
export function parseOutside(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(value)) throw new SyntaxError(`nested deeper than ${DEEPEST}`);
  return value;
}

/** Whether it is nested too deep. Level by level: a function that calls itself would end as the writing does. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= DEEPEST) return true;
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return false;
}

function isNest(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
