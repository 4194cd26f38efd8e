import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ChannelFault } from "./channel.ts";
import { secretForms } from "./secret-forms.ts";

const MOST_BYTES = 65_536;

/** Secrets are read where they are, each time anew, and never kept but to be recognised in what is written. */
export class Secrets {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly known = new Set<string>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.environment = environment;
  }

  /** What `env:NAME` or `file:PATH` names. */
  read(reference: string): string {
    const [, way, name = ""] = /^(env|file):(.+)$/s.exec(reference) ?? [];
    if (way === undefined) throw new ChannelFault("a secret is named by env:NAME or file:PATH", { lasting: true });
    const value = way === "env" ? this.environment[name]?.trim() : fileText(name);
    if (value === undefined || value === "") throw new ChannelFault(missing(way, name), { lasting: true });
    this.known.add(value);
    return value;
  }

  /** Why it cannot be read; null where it can. */
  faultOf(reference: string): string | null {
    try {
      this.read(reference);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** What a channel says of a failure may repeat what it was told. */
  scrub(text: string): string {
    let clean = text;
    for (const secret of this.known) for (const form of secretForms(secret)) clean = clean.replaceAll(form, "•••");
    return clean;
  }
}

function fileText(name: string): string {
  const path = name.startsWith("~/") ? join(homedir(), name.slice(2)) : name;
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new Error("it is too long for a secret");
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ChannelFault(`the secret cannot be read: ${why}`, { lasting: true, cause });
  }
}

function missing(way: string, name: string): string {
  return way === "env"
    ? `the environment of the daemon has no ${name}: set it where the daemon is started`
    : `${name} is empty: a secret was expected in it`;
}
