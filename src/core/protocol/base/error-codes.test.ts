import { describe, expect, it } from "vitest";
import { ERRORS, type ErrorCode } from "./error-codes.ts";
import { ErrorBody, ErrorCode as ErrorCodeSchema } from "./errors.ts";
import { Fault } from "./fault.ts";

const codes = Object.keys(ERRORS) as ErrorCode[];

describe("error codes", () => {
  it("[CL16] every code has its own exit status, none of them 0, 1 or one that shells use", () => {
    const statuses = codes.map((code) => ERRORS[code].exit);
    expect(new Set<number>(statuses).size).toBe(codes.length);
    for (const status of statuses) {
      expect(Number.isInteger(status)).toBe(true);
      expect(status).toBeGreaterThan(1);
      expect(status).toBeLessThan(126);
    }
  });

  it("[AP7] a fault's body is code, message and details, with a code of the list", () => {
    expect(ErrorCodeSchema.options).toEqual(codes);
    const body = new Fault("E_REF_NOT_FOUND", "nothing matches", { ref: "runtime:x" }).toBody();
    expect(ErrorBody.parse(body)).toEqual({
      code: "E_REF_NOT_FOUND",
      message: "nothing matches",
      details: { ref: "runtime:x" },
    });
    expect(ErrorBody.safeParse({ ...body, code: "E_OTHER" }).success).toBe(false);
  });
});
