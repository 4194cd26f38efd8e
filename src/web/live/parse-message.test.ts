import { describe, expect, it } from "vitest";
import { parseMessage } from "./parse-message.ts";

describe("parseMessage", () => {
  it.each(["", "{", "null", "[]", '"snapshot"', "{}", '{"type":"hello"}'])(
    "[WB1] %j is no message, and no fault either",
    (text) => {
      expect(parseMessage(text)).toBeNull();
    },
  );

  it("[WB1] a delta comes through as it was sent", () => {
    expect(parseMessage('{"type":"delta","cursor":"e-1"}')).toEqual({ type: "delta", cursor: "e-1" });
  });
});
