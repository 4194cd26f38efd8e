import { MEMBERS_BUCKET, panesBucket } from "./fleet-names.ts";

/** A member as the server knows it: by its nkey, or by a password. */
export interface PermittedMember {
  name: string;
  /** The person to whom the member belongs; null if there is none. */
  person: string | null;
  login: { nkey: string } | { password: string };
}

/**
 * The account of a fleet in the server's configuration. A member may write what is its own, read everything, and ask
 * in its own name, and in that of the person whose it is. It may make no stream: a stream can listen to any subject, and republish under any.
 */
export function permissionsText(members: readonly PermittedMember[], adminPassword: string): string {
  return [
    "accounts {",
    "  agtmux {",
    "    jetstream: enabled",
    "    users: [",
    "      # makes the members' buckets: 'agtmux fleet permissions … --create --creds FILE', with this line in FILE:",
    `      # admin:${adminPassword}`,
    `      { user: "admin", password: "${adminPassword}" }`,
    ...members.flatMap(memberLines),
    "    ]",
    "  }",
    "}",
  ].join("\n");
}

/** Subjects to which a member may publish. */
export function publishedBy({ name, person }: Pick<PermittedMember, "name" | "person">): string[] {
  return [
    `$KV.${MEMBERS_BUCKET}.${name}`,
    `$KV.${panesBucket(name)}.>`,
    `$JS.API.STREAM.PURGE.KV_${panesBucket(name)}`,
    "$JS.API.INFO",
    "$JS.API.STREAM.INFO.*",
    "$JS.API.STREAM.MSG.GET.*",
    "$JS.API.CONSUMER.CREATE.*.>",
    "$JS.API.CONSUMER.INFO.*.*",
    "$JS.API.CONSUMER.DELETE.*.*",
    "$JS.FC.>",
    person === null ? `agtmux.act.*.${name}` : `agtmux.act.*.${person}.${name}`,
    `agtmux.terminal.*.${name}.*`,
  ];
}

/** Subjects to which a member may listen. */
export function heardBy(name: string): string[] {
  return [`agtmux.inbox.${name}.>`, `agtmux.act.${name}.>`, `agtmux.terminal.${name}.>`];
}

function memberLines({ name, person, login }: PermittedMember): string[] {
  const whose = person === null ? name : `${name} of ${person}`;
  const [comment, words] =
    "nkey" in login
      ? [`# ${whose}: the seed of this nkey is in its credentials file`, `nkey: "${login.nkey}"`]
      : [
          `# ${whose}: its credentials file has this line: ${name}:${login.password}`,
          `user: "${name}", password: "${login.password}"`,
        ];
  return [
    `      ${comment}`,
    `      { ${words}, permissions: {`,
    `          publish: { allow: [${publishedBy({ name, person }).map(quoted).join(", ")}] }`,
    `          subscribe: { allow: [${heardBy(name).map(quoted).join(", ")}] }`,
    '          allow_responses: { max: 1000, expires: "10m" } } }',
  ];
}

function quoted(subject: string): string {
  return JSON.stringify(subject);
}
