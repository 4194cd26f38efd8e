import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { directionOf, SCHEMAS } from "./schemas.ts";

const FOLDER = resolve(import.meta.dirname, "../../../schemas");

describe("schemas/", () => {
  it("[AP20] holds one file per schema and no other", () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      ["openapi", ...Object.keys(SCHEMAS)].map((name) => `${name}.json`).toSorted(),
    );
  });

  it.each(Object.entries(SCHEMAS))("[AP20] %s.json is what the code's own schema says", (name, schema) => {
    const published = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as object;
    expect(published).toEqual({ ...z.toJSONSchema(schema, { io: directionOf(name) }), title: name });
  });
});
