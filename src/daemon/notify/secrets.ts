import { readSecret } from "../base/secret-reference.ts";
import { ChannelFault } from "./channels/channel.ts";
import { secretForms } from "./channels/secret-forms.ts";

/** Reads secrets anew each time; keeps them only to remove them from messages. */
export class Secrets {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly known = new Set<string>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.environment = environment;
  }

  /** The value that `env:NAME` or `file:PATH` names. */
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

  /** Why it cannot be read; null if it can. */
  faultOf(reference: string): string | null {
    try {
      this.read(reference);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Removes secrets: a channel's error may repeat what it was sent. */
  scrub(text: string): string {
    let clean = text;
    for (const secret of this.known) for (const form of secretForms(secret)) clean = clean.replaceAll(form, "•••");
    return clean;
  }
}
