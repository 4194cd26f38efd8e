import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  SQUAD_DEEPEST,
  SQUAD_LONGEST,
  SQUAD_PAYLOADS,
  SQUAD_TYPES,
  type SquadType,
} from "../../protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "./examples.ts";
import { faultText, pathText } from "./payload-fault.ts";
import { readPayload, validatePayload } from "./validate.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];
interface JsonSchema {
  type?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  [limit: string]: unknown;
}

const lenient = { strict: false };
const strict = { strict: true };
const schemaOf = (type: SquadType) => z.toJSONSchema(SQUAD_PAYLOADS[type]) as JsonSchema;
/** A payload with every field. */
const fullOf = (type: SquadType) => sample(schemaOf(type)) as Record<string, Json>;

describe("validatePayload", () => {
  it("[SQ2] the required fields are those of the spec's table, and no others", () => {
    const spec = readFileSync(join(import.meta.dirname, "../../../../docs/spec/squad.md"), "utf8");
    const table = spec.slice(spec.indexOf("| type | required fields |"));
    for (const type of SQUAD_TYPES) {
      const row = table.split("\n").find((line) => line.startsWith(`| \`${type}\` |`)) ?? "";
      const fields = [...row.matchAll(/`(\w+)`/g)].slice(1).map(([, name]) => name);
      expect([type, schemaOf(type).required ?? []]).toEqual([type, expect.arrayContaining(fields)]);
      expect([type, schemaOf(type).required?.length ?? 0]).toEqual([type, fields.length]);
    }
  });

  it.each(SQUAD_TYPES)("[SQ2] the example of %s fits, also strictly, and so does one with every field", (type) => {
    for (const payload of [SQUAD_EXAMPLES[type], fullOf(type)])
      for (const how of [lenient, strict])
        expect(validatePayload(type, payload, how)).toEqual({ ok: true, data: payload });
  });

  it.each(SQUAD_TYPES)("[SQ2, SQ3] whatever is wrong in %s is refused at its own path", (type) => {
    const wrongs = wrongsOf(schemaOf(type));
    expect(wrongs.length).toBeGreaterThan(3);
    for (const { path, value } of wrongs) {
      const check = validatePayload(type, put(fullOf(type), path, value), lenient);
      if (check.ok) throw new Error(`${type}: ${pathText(path)} = ${JSON.stringify(value)} was taken`);
      expect(check.faults.map((fault) => fault.path)).toContain(pathText(path));
      expect(faultText(type, check.faults)).toContain(`  ${pathText(path)}: expected `);
      expect(faultText(type, check.faults)).toContain(JSON.stringify(SQUAD_EXAMPLES[type]));
    }
  });

  it.each(SQUAD_TYPES)("[SQ2] the schema that is shipped takes and refuses what the command does, for %s", (type) => {
    const shipped = z.fromJSONSchema(
      JSON.parse(readFileSync(join(import.meta.dirname, "../../../../schemas/squad-signal-schema.json"), "utf8")),
    );
    expect(shipped.safeParse({ type, data: fullOf(type) }).success).toBe(true);
    expect(shipped.safeParse({ type: "dancing", data: fullOf(type) }).success).toBe(false);
    for (const { path, value } of wrongsOf(schemaOf(type)))
      expect([path, shipped.safeParse({ type, data: put(fullOf(type), path, value) }).success]).toEqual([path, false]);
  });

  it.each([
    ["starting", { gitStatus: "3 files changed" }],
    ["working", { estimatedScope: "an afternoon" }],
    ["needs_input", { questionType: "decision" }],
    ["review", { testsStatus: "41 of 42", buildStatus: "green" }],
    ["completing", { currentStep: "announcing to the team", progress: 90 }],
    ["complete", { completionMode: "manual", quality: { tests: "41 of 42 passing", build: "2 warnings" } }],
    ["complete", { humanActions: ["Deploy Redis"], suggestedTasks: ["Add monitoring"], riskLevel: "unclear" }],
    ["compacting", { contextSizeBefore: "180k", estimatedAfter: "about 40k" }],
    ["compacting", { contextSizeBefore: 180_000, estimatedAfter: 40_000 }],
  ] as const)("[SQ2] where squad lists no words, %s takes any: %j", (type, said) => {
    const payload = { ...SQUAD_EXAMPLES[type], ...said };
    expect(validatePayload(type, payload, strict)).toEqual({ ok: true, data: payload });
  });

  it("[SQ2] options are given with a value or an id; what lacks a label is refused", () => {
    const asking = (options: unknown) => validatePayload("question", { ...SQUAD_EXAMPLES.question, options }, lenient);
    expect(asking([{ label: "A", value: "a", description: "the first" }]).ok).toBe(true);
    expect(asking([{ id: "a", label: "A" }]).ok).toBe(true);
    expect(asking([{ id: "a" }])).toMatchObject({ faults: [{ path: "options[0].label", got: "nothing" }] });
    expect(asking(["A"])).toMatchObject({ faults: [{ path: "options[0]", expected: "an object" }] });
  });

  it("[SQ2] unknown fields are kept at any depth, and named when strict", () => {
    const payload = {
      ...SQUAD_EXAMPLES.complete,
      mood: { good: true },
      quality: { tests: "passing", lint: "clean" },
      suggestedTasks: [{ title: "Next", "due date": "soon" }],
      filesModified: ["a.ts", { path: "b.ts", by: "me" }],
    };
    expect(validatePayload("complete", payload, lenient)).toEqual({ ok: true, data: payload });
    const check = validatePayload("complete", payload, strict);
    expect(check.ok ? [] : check.faults.map(({ path }) => path)).toEqual([
      "quality.lint",
      'suggestedTasks[0]["due date"]',
      "mood",
      "filesModified[1].by",
    ]);
  });

  it("[SQ2] names that mean something to JavaScript are fields like any other", () => {
    const text = '{"readyForWork":true,"__proto__":{"a":1},"constructor":"x","toString":null}';
    const check = readPayload("idle", text, lenient);
    expect(check.ok && JSON.stringify(check.data)).toBe(text);
    expect(readPayload("working", '{"__proto__":{"taskId":"t","taskTitle":"T","approach":"A"}}', lenient).ok).toBe(
      false,
    );
    expect(readPayload("idle", text, strict)).toMatchObject({ faults: [{}, {}, {}] });
  });

  it.each([
    "../../etc/passwd",
    "a/b",
    "..",
    ".hidden",
    "",
    "a\u0000b",
    "tmux-work",
    "TMUX-work",
    "-rf",
    "a b",
    "x".repeat(129),
  ])("[SQ20] %j is no session id", (sessionId) => {
    const check = validatePayload("idle", { sessionId }, lenient);
    expect(check).toMatchObject({ ok: false, faults: [{ path: "sessionId" }] });
  });
});

describe("readPayload", () => {
  it("[SQ3] says what is wrong with a payload that is not JSON, too long or too deep", () => {
    expect(readPayload("idle", "{bad", lenient)).toMatchObject({ faults: [{ path: "payload", expected: "JSON" }] });
    expect(readPayload("idle", "[]", lenient)).toMatchObject({ faults: [{ expected: "an object", got: "[]" }] });
    expect(readPayload("idle", `{"a":"${"x".repeat(SQUAD_LONGEST)}"}`, lenient).ok).toBe(false);
    const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(readPayload("idle", nested(SQUAD_DEEPEST), lenient).ok).toBe(true);
    expect(readPayload("idle", nested(SQUAD_DEEPEST + 1), lenient).ok).toBe(false);
    expect(readPayload("idle", nested(100_000), lenient).ok).toBe(false);
  });

  it("[SQ3] faults contain no escape sequence of the payload, and many faults are a few lines", () => {
    const check = readPayload("idle", `{"readyForWork":"\u009b31m","\u009b1m":1}`, strict);
    expect(check.ok ? "" : faultText("idle", check.faults)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    const many = validatePayload("starting", { tools: Array(500).fill(1) }, lenient);
    const text = many.ok ? "" : faultText("starting", many.faults);
    expect(text.split("\n").length).toBeLessThan(30);
    expect(text).toContain("and 486 more");
  });

  it("[SQ2, SQ3] any text gives its payload unchanged, or faults", { timeout: 120_000 }, () => {
    const mutated = fc
      .tuple(fc.constantFrom(...SQUAD_TYPES), fc.integer({ min: 0 }), fc.jsonValue())
      .map(([type, at, value]): [SquadType, string] => {
        const paths = pathsOf(fullOf(type));
        return [type, JSON.stringify(put(fullOf(type), paths[at % paths.length] as Path, value as Json))];
      });
    const random = fc.tuple(fc.constantFrom(...SQUAD_TYPES), fc.oneof(fc.json(), fc.string()));
    const cases = fc.oneof(mutated, random as fc.Arbitrary<[SquadType, string]>);
    fc.assert(
      fc.property(cases, fc.boolean(), ([type, text], isStrict) => {
        const check = readPayload(type, text, { strict: isStrict });
        if (check.ok) expect(JSON.stringify(check.data)).toBe(JSON.stringify(JSON.parse(text)));
        else expect(faultText(type, check.faults).split("\n").length).toBeGreaterThan(3);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** Takes the last alternative of a union, which has the most fields. */
function sample(schema: JsonSchema): Json {
  if (schema.anyOf) return sample(schema.anyOf.at(-1) as JsonSchema);
  if (schema.enum) return schema.enum[0] as string;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sample(field)]));
    case "array":
      return [sample(schema.items as JsonSchema)];
    case "string":
      return "word";
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    default:
      return { anything: [1] };
  }
}

/** Every way to make a value invalid; undefined removes the field. */
function wrongsOf(schema: JsonSchema, path: Path = []): { path: Path; value: Json | undefined }[] {
  const wrong = (...values: (Json | undefined)[]) => values.map((value) => ({ path, value }));
  if (schema.anyOf) {
    const within = wrongsOf(schema.anyOf.at(-1) as JsonSchema, path);
    const takesNumbers = schema.anyOf.some(({ type }) => type === "number");
    return [
      ...wrong(true, null, ...(takesNumbers ? [-1, ""] : [7])),
      ...within.filter((each) => each.path.length > path.length),
    ];
  }
  const found = schema.type === undefined ? [] : wrong(...wrongKind(schema));
  if (schema.enum) found.push(...wrong("no-such-word"));
  if (schema.minLength) found.push(...wrong(""));
  if (schema.minItems) found.push(...wrong([]));
  if (schema.pattern) found.push(...wrong("../x"));
  if (typeof schema.maxLength === "number") found.push(...wrong("x".repeat(schema.maxLength + 1)));
  if (typeof schema.minimum === "number") found.push(...wrong(schema.minimum - 1));
  if (typeof schema.exclusiveMinimum === "number") found.push(...wrong(schema.exclusiveMinimum));
  if (typeof schema.maximum === "number") found.push(...wrong(schema.maximum + 1));
  if (schema.items) found.push(...wrongsOf(schema.items, [...path, 0]));
  for (const name of schema.required ?? []) found.push({ path: [...path, name], value: undefined });
  for (const [name, field] of Object.entries(schema.properties ?? {})) found.push(...wrongsOf(field, [...path, name]));
  return found;
}

function wrongKind({ type }: JsonSchema): Json[] {
  const kinds: Record<string, Json> = { string: "word", number: 7, boolean: true, array: [], object: {}, null: null };
  const same = type === "integer" ? "number" : type;
  const others = Object.entries(kinds).filter(([kind]) => kind !== same);
  return [...others.map(([, value]) => value), ...(type === "integer" ? [1.5] : [])];
}

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...parts.flatMap(([part, each]) => pathsOf(each, [...path, part]))];
}

function put(value: Json, [part, ...rest]: Path, what: Json | undefined): Json | undefined {
  if (part === undefined) return what;
  if (Array.isArray(value))
    return value.map((each, index) => (index === part ? (put(each, rest, what) as Json) : each));
  const { [part]: inner = null, ...others } = value as { [name: string]: Json };
  const changed = put(inner, rest, what);
  return changed === undefined ? others : { ...others, [part]: changed };
}
