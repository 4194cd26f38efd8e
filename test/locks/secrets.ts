import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A part that only this run knows, in each of them: what is found of it has leaked. */
export const CORE = "Q7x9Zk2LmV4tRw8s";

/** Secrets as payloads bring them; `CORE` is in the part that must not be kept. */
export const SECRETS: Record<string, string> = {
  anthropic: `sk-ant-api03-${CORE}_-${CORE}AA`,
  openai: `sk-proj-${CORE}T3BlbkFJ${CORE}`,
  github: `ghp_${CORE}${CORE}abcd`,
  "github, fine-grained": `github_pat_11ABCDEFG0_${CORE}${CORE}`,
  slack: `xoxb-123456789012-${CORE}`,
  sendgrid: `SG.${CORE}abcdef.${CORE}${CORE}`,
  telegram: `123456789:AA${CORE}${CORE}x`,
  "slack's webhook": `https://hooks.slack.com/services/T1/B1/${CORE}`,
  "discord's webhook": `https://discord.com/api/webhooks/1234/${CORE}`,
  age: `AGE-SECRET-KEY-1${CORE}${CORE}`,
  azure: `AccountName=a;AccountKey=${CORE}${CORE}==`,
  mysql: `mysql -u root -p${CORE} shop`,
  netrc: `machine x.org login me password ${CORE}`,
  aws: `AWS_SECRET_ACCESS_KEY=${CORE}/K7MDENG/${CORE}`,
  google: `AIzaSy${CORE}${CORE}A`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJ${CORE}.${CORE}`,
  header: `Authorization: Bearer ${CORE}`,
  basic: `authorization: Basic ${CORE}==`,
  cookie: `Cookie: session=${CORE}; other=1`,
  "a private key": `-----BEGIN OPENSSH PRIVATE KEY-----\n${CORE}\n${CORE}\n-----END OPENSSH PRIVATE KEY-----`,
  ".env": `DATABASE_PASSWORD="${CORE}"\nSTRIPE_SECRET=${CORE}`,
  url: `https://user:${CORE}@example.com/x?access_token=${CORE}`,
  option: `curl -u me:${CORE} --password ${CORE}`,
  json: JSON.stringify({ api_key: CORE, nested: { client_secret: CORE } }),
};

/** Files below a folder, read as bytes, in which one of these words is. */
export function filesWith(dir: string, ...words: string[]): string[] {
  if (!existsSync(dir)) return [];
  return (readdirSync(dir, { recursive: true }) as string[])
    .map((name) => join(dir, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter((path) => {
      const text = textOf(path);
      return words.some((word) => text.includes(word));
    });
}

/** Nothing of one that has gone meanwhile: a daemon is at work there. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
