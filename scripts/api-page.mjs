/** Renders docs/api.md from the OpenAPI document. Published schemas have their own files. */
export function apiPage({ info, tags, paths, components }, files) {
  const known = { schemas: components.schemas, files };
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const groups = tags.map(({ name }) => ({ name, routes: told.filter((route) => route.tags.includes(name)) }));
  return [
    "# The API",
    "",
    "Made by `npm run schemas` from the routes in `src/core/protocol/routes`; the same as OpenAPI 3.1 is",
    "[schemas/openapi.json](../schemas/openapi.json), and the daemon itself serves it at `/v1/openapi.json`.",
    "",
    info.description,
    "",
    '    curl --unix-socket ~/.agtmux/agtmuxd.sock "http://agtmux/v1/panes?needs_action=true"',
    "",
    ...groups.flatMap(({ name, routes }) => [
      `- **${name}**: ${routes.map((route) => `[${title(route)}](#${anchor(title(route))})`).join(" · ")}`,
    ]),
    "",
    ...groups.flatMap(({ name, routes }) => [`## ${name}`, "", ...routes.flatMap((route) => section(route, known))]),
    "## Refusals",
    "",
    ...refusalTable(told),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function section(route, known) {
  const { summary, description, parameters = [], requestBody, responses, "x-websocket": socket } = route;
  const body = requestBody?.content["application/json"].schema;
  return [
    `### ${title(route)}`,
    "",
    `${summary}.${description === undefined ? "" : ` ${description}`}`,
    "",
    ...table("parameter", parameters.map(parameterRow)),
    ...(body === undefined ? [] : [bodyWords(body, known), "", ...table("field", fieldRows(body, known))]),
    ...answers(responses, known),
    ...(socket === undefined ? [] : [socketWords(socket, known), ""]),
    ...refusals(responses),
  ];
}

function bodyWords(body, known) {
  const { file } = published(body, known);
  return file === undefined ? "Body:" : `Body: [${file}](../schemas/${file}.json)`;
}

function answers(responses, known) {
  return Object.entries(responses)
    .filter(([status, { content }]) => /^2/.test(status) && content !== undefined)
    .flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => [
        `Answer: ${status}${type === "application/json" ? "" : ` as ${type}`}, ${link(schema, known)}`,
        "",
      ]),
    );
}

function socketWords({ description, sends }, known) {
  return `As a web socket: ${description}${sends === undefined ? "" : ` Each message is ${link(sends, known)}.`}`;
}

function refusals(responses) {
  const words = Object.entries(responses)
    .filter(([, response]) => response["x-codes"] !== undefined)
    .map(([status, response]) => `${status} ${response["x-codes"].map((code) => `\`${code}\``).join(" ")}`);
  return words.length === 0 ? [] : [`Refused: ${words.join("; ")}`, ""];
}

function parameterRow({ name, in: place, required, description = "", schema }) {
  const { default: usual } = schema;
  return [
    `\`${name}\``,
    `${typeOf(schema)}${place === "path" ? ", in the path" : ""}`,
    required ? "yes" : usual === undefined ? "" : `\`${usual}\``,
    description,
  ];
}

/** Lists every error code of any path, with its status and meaning. */
function refusalTable(told) {
  const rows = told
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([, response]) => response["x-codes"] !== undefined)
    .flatMap(([status, { description }]) => description.split("\n\n").map((line) => [line, status]));
  const means = [...new Map(rows)].map(([line, status]) => [...line.split(/: (.*)/s).slice(0, 2), status]);
  return [
    "| code | status | means |",
    "|---|---|---|",
    ...means.toSorted().map(([code, words, status]) => `| ${code} | ${status} | ${words} |`),
  ];
}

function fieldRows(body, { schemas }) {
  const { properties = {}, required = [] } = schemas[nameOf(body)];
  return Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    typeOf(schema),
    required.includes(name) ? "yes" : schema.default === undefined ? "" : `\`${JSON.stringify(schema.default)}\``,
    schema.description ?? "",
  ]);
}

function typeOf(schema) {
  if (schema.$ref !== undefined) return nameOf(schema);
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(" ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  if (schema.type === "object" && schema.properties !== undefined)
    return `{ ${Object.entries(schema.properties)
      .map(([name, each]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(each)}`)
      .join(", ")} }`;
  return [schema.type ?? "anything"].flat().join(" or ");
}

/** A schema without its own file is small enough to be shown inline. */
function link(schema, known) {
  const { name, file } = published(schema, known);
  if (file === undefined) return `\`${typeOf(known.schemas[name]).replaceAll("`", "")}\``;
  const { properties = {} } = known.schemas[name];
  const fields = Object.keys(properties).map((field) => `\`${field}\``);
  return `[${file}](../schemas/${file}.json)${fields.length === 0 ? "" : `: ${fields.join(" ")}`}`;
}

function published(schema, { files }) {
  const name = nameOf(schema);
  return { name, file: files.find((each) => each.replaceAll("-", "") === name.toLowerCase()) };
}

function nameOf({ $ref }) {
  return $ref.split("/").at(-1);
}

function table(what, rows) {
  if (rows.length === 0) return [];
  const cells = (row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [cells([what, "type", "needed, or default", ""]), "|---|---|---|---|", ...rows.map(cells), ""];
}

function title({ method, path }) {
  return `${method.toUpperCase()} ${path}`;
}

/** GitHub's anchor for a heading. */
function anchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
