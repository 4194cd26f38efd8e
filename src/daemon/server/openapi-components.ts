import { z } from "zod";
import { SCHEMAS } from "../../core/protocol/schemas.ts";
import type { Route } from "./route.ts";

/** What is given may leave out what has a default; what is got has it. */
type Direction = "input" | "output";

export interface Components {
  ref(schema: z.ZodType, direction: Direction): { $ref: string };
  /** Those that are referred to from there, and whatever they refer to. */
  schemas(from: unknown): Record<string, unknown>;
}

const PLACE = "#/components/schemas/";

/** A component for each published schema, and for each body and answer that is not published; each refers to the others. */
export function collectComponents(told: readonly { id: string; route: Route }[]): Components {
  const names = { input: new Map<z.ZodType, string>(), output: new Map<z.ZodType, string>() };
  const published = new Map(Object.entries(SCHEMAS).map(([name, schema]) => [schema, pascal(name)]));
  const note = (direction: Direction, schema: z.ZodType | null | undefined, name: string) => {
    if (schema && !names[direction].has(schema)) names[direction].set(schema, published.get(schema) ?? pascal(name));
  };
  for (const { id, route } of told) note("input", route.body, `${id}-request`);
  for (const [schema, name] of published) if (!names.input.has(schema)) names.output.set(schema, name);
  for (const { id, route } of told) {
    note("output", route.answer, `${id}-answer`);
    note("output", route.socket?.sends, `${id}-message`);
  }
  const all: Record<string, unknown> = { ...describe(names.input, "input"), ...describe(names.output, "output") };
  return {
    ref(schema, direction) {
      const name = names[direction].get(schema);
      if (name === undefined) throw new Error("a schema that belongs to no route");
      return { $ref: `${PLACE}${name}` };
    },
    schemas(from) {
      const wanted = new Set<string>();
      const visit = (value: unknown) => {
        for (const name of refsIn(value)) {
          if (wanted.has(name)) continue;
          wanted.add(name);
          visit(all[name]);
        }
      };
      visit(from);
      return Object.fromEntries([...wanted].toSorted().map((name) => [name, all[name]]));
    },
  };
}

function describe(names: ReadonlyMap<z.ZodType, string>, io: Direction): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `${PLACE}${id}`, io });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _place, ...schema }]) => [name, schema]),
  );
}

function refsIn(value: unknown): string[] {
  const refs = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...refs].map(([, name = ""]) => name);
}

function pascal(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());
}
