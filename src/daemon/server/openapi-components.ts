import { z } from "zod";
import type { Route } from "../../core/protocol/routes/route.ts";
import { SCHEMAS } from "../../core/protocol/schemas.ts";

/** Fields with a default are optional in input and present in output. */
type Direction = "input" | "output";

export interface Components {
  ref(schema: z.ZodType, direction: Direction): { $ref: string };
  /** The schemas referenced from `from`, transitively. */
  schemas(from: unknown): Record<string, unknown>;
}

const PLACE = "#/components/schemas/";

/** One component per published schema, and per unpublished body and response; they refer to each other. */
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
      const principal = (value: unknown) => {
        for (const name of refsIn(value)) {
          if (wanted.has(name)) continue;
          wanted.add(name);
          principal(all[name]);
        }
      };
      principal(from);
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
