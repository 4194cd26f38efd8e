import { expect, it } from "vitest";
import { parsePayload } from "../adapter/payload.ts";
import { readRow } from "../fleet/member-row.ts";
import { parseOutside } from "./parse-outside.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

it("[SC27] JSON of others is read as it is, and what is nested too deep is none", () => {
  expect(parseOutside('{"a":[1,{"b":null}],"__proto__":2}')).toEqual(JSON.parse('{"a":[1,{"b":null}],"__proto__":2}'));
  expect(() => JSON.stringify(parseOutside(nested(200)))).not.toThrow();
  for (const depth of [201, 5_000, 200_000]) expect(() => parseOutside(nested(depth))).toThrow(SyntaxError);
  expect(() => parseOutside("{")).toThrow(SyntaxError);
});

it("[SC27] neither a payload nor another member's row is read then: it could not be told on", () => {
  expect(parsePayload(`{"a":${nested(5_000)}}`)).toBeNull();
  const row = { fleet_version: 1, readable_by: 1, generation: 1, n: 1 };
  const text = (later: string) => JSON.stringify({ ...row, item: { later: 0 } }).replace(":0}", `:${later}}`);
  expect(readRow(text("[]"))).toMatchObject({ item: { later: [] } });
  expect(readRow(text(nested(5_000)))).toBeNull();
});
