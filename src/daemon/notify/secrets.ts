import { readSecret } from "../secret-reference.ts";
import { ChannelFault } from "./channel.ts";
import { secretForms } from "./secret-forms.ts";

/** Secrets are read where they are, each time anew, and never kept but to be recognised in what is written. */
export class Secrets {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly known = new Set<string>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.environment = environment;
  }

  /** What `env:NAME` or `file:PATH` names. */
  read(reference: string): string {
    const value = this.valueOf(reference);
    this.known.add(value);
    return value;
  }

  private valueOf(reference: string): string {
    try {
      return readSecret(reference, this.environment);
    } catch (cause) {
      throw new ChannelFault(cause instanceof Error ? cause.message : String(cause), { lasting: true, cause });
    }
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
