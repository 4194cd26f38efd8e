import fc from "fast-check";
import type { JsonValue } from "./json-value.ts";

/** A value whose objects may have duplicate names, as a text may. */
type Loose = JsonValue | { members: [string, Loose][] } | { elements: Loose[] };

/** The layout of one text: blanks and comments are taken from here in turn. */
interface Draw {
  blanks: readonly string[];
  trailing: readonly boolean[];
}

const NAMES = ["hooks", "Stop", "SessionStart", "matcher", "model", "env", "ünï", "a b"];

const command = fc.constantFrom("say done", "~/bin/agtmux hook other Stop", "echo /bin/agtmux hook claude Stop");

/** Random entries that a user may have under an event. */
const entry: fc.Arbitrary<Loose> = fc.oneof(
  command.map((text) => ({ members: [["command", text]] as [string, Loose][] })),
  fc.array(command, { maxLength: 2 }).map((texts) => ({
    members: [
      ["matcher", "Bash"],
      [
        "hooks",
        {
          elements: texts.map((text) => ({
            members: [
              ["type", "command"],
              ["command", text],
            ] as [string, Loose][],
          })),
        },
      ],
    ] as [string, Loose][],
  })),
  fc.constantFrom<Loose>("", null, 7),
);

const hooks: fc.Arbitrary<Loose> = fc
  .array(fc.tuple(fc.constantFrom("Stop", "SessionStart", "Other"), fc.array(entry, { maxLength: 3 })), {
    maxLength: 4,
  })
  .map((events) => ({ members: events.map(([name, elements]) => [name, { elements }] as [string, Loose]) }));

const other: fc.Arbitrary<Loose> = fc.letrec<{ any: Loose }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Loose>,
    fc.array(fc.tuple(fc.constantFrom(...NAMES), tie("any")), { maxLength: 3 }).map((members) => ({ members })),
    fc.array(tie("any"), { maxLength: 3 }).map((elements) => ({ elements })),
  ),
})).any;

const member = fc.oneof(fc.tuple(fc.constant("hooks"), hooks), fc.tuple(fc.constantFrom("model", "env", "ünï"), other));

const blank = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.constantFrom(" ", "\n  ", "\n    ", "\n", "\t", "\r\n\t", "  \n\n") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(" // mine\n", "/* a */", "\n  // b, c ]\n  ", " /* two\nlines */ ", "// d\r\n"),
  },
);

/** Random user settings: JSON with comments, trailing commas, duplicate names and any layout. */
export const randomSettings: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(member, { maxLength: 4 }),
    fc.array(blank, { minLength: 1, maxLength: 40 }),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    fc.constantFrom("", "\ufeff"),
  )
  .map(([members, blanks, trailing, mark]) => mark + lay({ members }, draw({ blanks, trailing })));

/** The same, as programs and careful people write it. */
export const tidySettings: fc.Arbitrary<string> = fc
  .tuple(fc.array(member, { maxLength: 4 }), fc.constantFrom(0, 2, 4, "\t"), fc.constantFrom("", "\n"), fc.boolean())
  .map(([members, indent, end, isWindows]) => {
    const text =
      JSON.stringify(JSON.parse(lay({ members }, draw({ blanks: [""], trailing: [false] }))), null, indent) + end;
    return isWindows ? text.replaceAll("\n", "\r\n") : text;
  });

function draw({ blanks, trailing }: Draw) {
  let turn = 0;
  return {
    blank: () => blanks[turn++ % blanks.length] ?? "",
    hasComma: () => trailing[turn++ % trailing.length] ?? false,
  };
}

function lay(value: Loose, next: ReturnType<typeof draw>): string {
  if (typeof value === "object" && value !== null && "members" in value && Array.isArray(value.members))
    return wrap(
      "{",
      (value.members as [string, Loose][]).map(
        ([key, each]) => `${JSON.stringify(key)}${next.blank()}:${next.blank()}${lay(each, next)}`,
      ),
      "}",
      next,
    );
  if (typeof value === "object" && value !== null && "elements" in value && Array.isArray(value.elements))
    return wrap(
      "[",
      (value.elements as Loose[]).map((each) => lay(each, next)),
      "]",
      next,
    );
  return JSON.stringify(value);
}

function wrap(open: string, parts: string[], close: string, next: ReturnType<typeof draw>): string {
  const items = parts.map((part) => `${next.blank()}${part}${next.blank()}`).join(",");
  return `${next.blank()}${open}${items}${parts.length > 0 && next.hasComma() ? "," : ""}${next.blank()}${close}${next.blank()}`;
}
