import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../core/protocol/base/error-codes.ts";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import { statusOf } from "../../core/protocol/base/status-of.ts";
import type { Route } from "../../core/protocol/routes/route.ts";
import { SETTINGS } from "../../core/protocol/settings/settings.ts";
import { type Components, collectComponents } from "./openapi-components.ts";

const ABOUT = `On the unix socket \`agtmuxd.sock\` in the home, which only the user can open, requests need no key. On loopback they need one of these:
the token from the file \`token\` in the home, or a device's key, each as a bearer token; or a pass made from such a key, in the header
\`Agtmux-Pass\` (\`POST /v1/greet\` explains it). The cookie alone allows looking, not acting. Every refusal is
\`{code, message, details}\` with a code of the list.`;

/** The whole API as an OpenAPI 3.1 document. */
export function openApi(groups: Record<string, Record<string, Route>>): { openapi: "3.1.0"; [rest: string]: unknown } {
  const told = Object.entries(groups).flatMap(([group, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ group, id: `${group}-${name}`, route })),
  );
  const components = collectComponents(told);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { group, id, route } of told) {
    const path = route.path.replace(/:([a-z_]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(group, id, route, components) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "agtmux", version: "1", description: ABOUT, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "http://127.0.0.1:{port}", variables: { port: { default: SETTINGS.port.standard } } }],
    security: [{ token: [] }, { pass: [] }, { cookie: [] }, {}],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas(paths),
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        pass: { type: "apiKey", in: "header", name: "Agtmux-Pass" },
        cookie: { type: "apiKey", in: "cookie", name: "agtmux_session_{port}" },
      },
    },
  };
}

function operation(group: string, id: string, route: Route, components: Components): object {
  const { summary, says, body, socket } = route;
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(says !== undefined && { description: says }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: components.ref(body, "input") } } },
    }),
    responses: { ...answers(route, components), ...refusals(route, components), default: otherRefusal(components) },
    ...(socket !== undefined && {
      "x-websocket": {
        description: socket.says,
        ...(socket.sends !== undefined && { sends: components.ref(socket.sends, "output") }),
      },
    }),
  };
}

function pathParameters({ path }: Route): object[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters({ query }: Route): object[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return {
      name,
      in: "query",
      ...(description !== undefined && { description }),
      ...(required.includes(name) && { required: true }),
      schema,
    };
  });
}

function answers({ answer, status = 200, type = "application/json" }: Route, components: Components): object {
  if (answer === null) return { 101: { description: "It goes on as a web socket" } };
  return { [status]: { description: "Done", content: { [type]: { schema: components.ref(answer, "output") } } } };
}

/** Error responses by status, each with its codes. */
function refusals({ body, faults = [] }: Route, components: Components): object {
  const codes = new Set<ErrorCode>([...(body === undefined ? [] : (["E_INVALID_INPUT"] as const)), ...faults]);
  const statuses = [...new Set([...codes].map((code) => statusOf({ code })))];
  return Object.fromEntries(
    statuses.map((status) => {
      const those = [...codes].filter((code) => statusOf({ code }) === status).toSorted();
      const description = those.map((code) => `\`${code}\`: ${ERRORS[code].means}`).join("\n\n");
      const content = { "application/json": { schema: components.ref(ErrorBody, "output") } };
      return [status, { description, content, "x-codes": those }];
    }),
  );
}

function otherRefusal(components: Components): object {
  return {
    description: "Refused: over TCP without a key (401) or from elsewhere (403), or an internal error of agtmux (500)",
    content: { "application/json": { schema: components.ref(ErrorBody, "output") } },
  };
}
