/** Parameters of those functions of the client that are not simply a route's own. */
const OTHER_PARAMETERS = {
  explain: "ref: string",
  dispose: "ref: string",
  tryDispose: "ref: string",
  actionSnapshot: "ref: string",
  audit: "since: number",
  pauseRules: "paused: boolean",
  pauseMcp: "paused: boolean",
  proposeRules: "questionId: string",
  see: 'request: Omit<SeenRequest, "action">',
  unsee: 'request: Omit<SeenRequest, "action">',
  claim: "ids: readonly string[]",
  removeDevices: "id: string | null",
  allowPairing: "id: string, allowed: boolean",
  allowRules: "id: string, allowed: boolean",
  testChannel: "channel: string",
  retryNotifications: "key: string | null",
  unsubscribePush: "endpoint: string",
};

/** What those functions do that ask a route for something else than its summary says. */
const OTHER_SUMMARIES = {
  tryDispose: "Fail as `dispose` would, for example because work would be lost, and change nothing",
};

const HEAD = `// Made by \`npm run schemas\` from the schemas and routes in src. The functions and types of the daemon's API.

/** Query parameters; a name may occur several times. */
export type Query = readonly (readonly [name: string, value: string])[];
`;

/** The text of types/api.d.ts. `calls` maps the client's names to the ids of operations in the OpenAPI document. */
export function clientTypes(document, calls) {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => [operation.operationId, { path, ...operation }]),
    ),
  );
  const functions = [...calls].map(([name, id]) => functionType(name, operations.get(id)));
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema, "")};\n`,
  );
  return [HEAD, `export interface Api {\n${functions.join("\n")}}\n`, ...types].join("\n");
}

function functionType(name, operation) {
  const { summary, description, path, requestBody, parameters = [], responses } = operation;
  const answer = Object.entries(responses).find(([status]) => /^2/.test(status))[1].content["application/json"];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => `${each}: string`);
  const body =
    requestBody === undefined ? [] : [`request: ${typeOf(requestBody.content["application/json"].schema, "")}`];
  const query = parameters.some((each) => each.in === "query") ? ["query?: Query"] : [];
  const asked = OTHER_PARAMETERS[name] ?? [...inPath, ...body, ...query].join(", ");
  const says = OTHER_SUMMARIES[name] ?? [summary, description].filter((each) => each !== undefined).join(". ");
  return `${comment(says, "  ")}  ${name}(${asked}): Promise<${typeOf(answer.schema, "  ")}>;\n`;
}

/** A JSON Schema, as zod makes them, as a type of TypeScript. */
export function typeOf(schema, indent) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((each) => typeOf(each, indent)))].join(" | ");
  // parts without a type only limit the others
  const parts = schema.allOf?.filter((each) => each.type ?? each.$ref ?? each.anyOf ?? each.enum ?? each.const);
  if (parts?.length === 0) return typeOf({ ...schema, allOf: undefined }, indent);
  if (parts !== undefined)
    return [...new Set(parts.map((each) => typeOf(each, indent)))]
      .map((each) => (parts.length > 1 ? `(${each})` : each))
      .join(" & ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  switch (schema.type) {
    case "object":
      return objectType(schema, indent);
    case "array":
      return arrayType(schema, indent);
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    default:
      throw new Error(`client-types: a schema that no type is known for: ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function arrayType({ items = true, prefixItems }, indent) {
  if (prefixItems !== undefined) return `[${prefixItems.map((each) => typeOf(each, indent)).join(", ")}]`;
  const item = typeOf(items, indent);
  return /^[\w"]+$/.test(item) || (item.startsWith("{") && !item.includes("} |")) ? `${item}[]` : `(${item})[]`;
}

function objectType({ properties = {}, required = [], additionalProperties = false, propertyNames = {} }, indent) {
  const names = Object.keys(properties);
  const rest = additionalProperties === false ? null : typeOf(additionalProperties, `${indent}  `);
  if (names.length === 0)
    return rest === null
      ? "Record<string, never>"
      : `Record<${propertyNames.enum === undefined ? "string" : typeOf(propertyNames, "")}, ${rest}>`;
  const lines = names.map((name) => {
    const property = properties[name];
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(property, `${indent}  `);
    const field = required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`;
    return `${comment(property.description, `${indent}  `)}${indent}  ${field};\n`;
  });
  // a newer daemon may send fields that are not known here
  const more = rest === null ? "" : `${indent}  [name: string]: unknown;\n`;
  return `{\n${lines.join("")}${more}${indent}}`;
}

function comment(text, indent) {
  return text === undefined || text === ""
    ? ""
    : `${indent}/** ${text.replaceAll("*/", "* /").replaceAll(/\s*\n\s*/g, " ")} */\n`;
}
