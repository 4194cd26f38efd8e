import type { ErrorCode } from "./error-codes.ts";
import type { ErrorBody } from "./errors.ts";

/** The only error class: its facts are fields, so that every edge reports them the same way. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Fault";
    this.code = code;
    this.details = details;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details };
  }
}

/** Converts any error into a fault. Checks the name, not the class: each bundle has its own copy of the class. */
export function asFault(error: unknown): Fault {
  if (error instanceof Error && error.name === "Fault") return error as Fault;
  return new Fault("E_INTERNAL", error instanceof Error ? (error.stack ?? error.message) : String(error), {}, error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
