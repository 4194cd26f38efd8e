import type { ErrorCode } from "./error-codes.ts";
import type { ErrorBody } from "./errors.ts";

/** The one error class: its facts are fields, so that every edge can report them alike. */
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
