import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../core/protocol/routes/endpoints.ts";
import type { Route } from "../../core/protocol/routes/route.ts";
import { ROUTES } from "../../core/protocol/routes/routes.ts";
import { type Backend, createApi } from "./api.ts";
import { openApi } from "./openapi.ts";

/** Mounting routes calls nothing of the backend. */
const NOBODY = new Proxy({}, { get: () => ({}) }) as Backend;

const told: Route[] = Object.values(ROUTES).flatMap((group) => Object.values(group));
const document = JSON.parse(JSON.stringify(openApi(ROUTES))) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>;
  components: { schemas: Record<string, unknown> };
};

describe("the OpenAPI document", () => {
  it("[AP20] tells every path that is mounted, and no other", () => {
    const { routes } = createApi(NOBODY, "0");
    const mounted = routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
    const answered = told.filter(({ answer }) => answer !== null);
    expect(mounted.toSorted()).toEqual(answered.map(({ method, path }) => `${method} ${path}`).toSorted());
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll("{", ":").replaceAll("}", "")}`),
    );
    expect(documented.toSorted()).toEqual(told.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it("[AP20] each endpoint that clients know is a route", () => {
    const named = (groups: Record<string, object>) =>
      Object.entries(groups).flatMap(([group, entries]) => Object.keys(entries).map((name) => `${group} ${name}`));
    expect(named(ENDPOINTS)).toEqual(named(ROUTES));
  });

  it("[AP20] a path that gives no answer is a web socket", () => {
    for (const { path, answer, socket } of told) expect([path, answer ?? socket]).not.toEqual([path, undefined]);
  });

  it("[AP20] refers to nothing that it does not hold, and names nothing twice", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    const held = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(refs)].toSorted()).toEqual(held.toSorted());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("[AP20] tells the parts of a path", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods))
        expect(parameters.filter((each) => each.in === "path").map(({ name }) => name)).toEqual(parts);
    }
  });

  it.each(["panes", "windows", "sessions"])("[AP20] tells the words that /v1/%s takes", async (scope) => {
    const events = { known: () => ({ targets: [], agents: [] }), source: () => ({}) };
    const backend = new Proxy({}, { get: (_, name) => (name === "events" ? events : {}) }) as Backend;
    const api = createApi(backend, "0");
    const refusal = (await (await api.request(`/v1/${scope}?nonsense=1`)).json()) as { details: { fitting: string[] } };
    const taken = refusal.details.fitting.map((option) => option.slice(2).replaceAll("-", "_"));
    const words = document.paths[`/v1/${scope}`]?.get?.parameters?.map(({ name }) => name);
    expect(words?.toSorted()).toEqual(taken.toSorted());
  });

  it("[AP20] is served by the API itself", async () => {
    const answer = await createApi(NOBODY, "0").request("/v1/openapi.json");
    expect(await answer.json()).toEqual(document);
  });
});
