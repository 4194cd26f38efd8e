import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import type { Answer, Ask } from "./http.ts";

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }>; "x-codes"?: string[] }>;
  "x-websocket"?: { sends?: object };
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

export function publishedOpenApi(): OpenApi {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, "../../schemas/openapi.json"), "utf8")) as OpenApi;
}

/** Checks responses against the published document alone, as an outside client would. */
export function holdAgainst(document: OpenApi) {
  const used = new Set<string>();
  return {
    /** The operations seen so far, as `get /v1/panes`. */
    used,
    /** The response, and its error code if any, is documented for this path and status. */
    expectDocumented({ method = "GET", path }: Ask, { status, text }: Answer): void {
      const [name, operation] = operationOf(document, method, path.split("?")[0] ?? "");
      const { content, "x-codes": codes } = operation.responses[status] ?? {};
      expect([name, status, text, content !== undefined]).toEqual([name, status, text, true]);
      const value: unknown = JSON.parse(text);
      expect([name, faultsOf(document, content?.["application/json"]?.schema ?? {}, value)]).toEqual([name, []]);
      if (codes !== undefined) expect(codes).toContain((value as { code: string }).code);
      used.add(name);
    },
    /** The WebSocket message is documented for this path. */
    expectMessage(path: string, message: unknown): void {
      const [name, operation] = operationOf(document, "GET", path);
      expect([name, faultsOf(document, operation["x-websocket"]?.sends ?? { not: {} }, message)]).toEqual([name, []]);
    },
  };
}

function operationOf({ paths }: OpenApi, method: string, path: string): [string, Operation] {
  for (const [pattern, methods] of Object.entries(paths)) {
    const fits = new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
    const operation = methods[method.toLowerCase()];
    if (fits && operation !== undefined) return [`${method.toLowerCase()} ${pattern}`, operation];
  }
  throw new Error(`${method} ${path} is not documented`);
}

function faultsOf({ components }: OpenApi, schema: object, value: unknown): string[] {
  const moved = JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
    "#/components/schemas/",
    "#/$defs/",
  );
  const parsed = z.fromJSONSchema(JSON.parse(moved)).safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}
