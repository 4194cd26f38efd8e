import { describe, expect, it } from "vitest";
import { frameOrder } from "./frame-order.ts";

const bytes = new Uint8Array(10);

describe("frameOrder", () => {
  it("[TS2] draws what follows on, and asks once for a bootstrap where something is missing", () => {
    const place = frameOrder();
    expect(place({ kind: "output", offset: 0, bytes })).toBe("ask");
    expect(place({ kind: "bootstrap", offset: 100, bytes })).toBe("draw");
    expect(place({ kind: "output", offset: 100, bytes })).toBe("draw");
    expect(place({ kind: "output", offset: 110, bytes })).toBe("draw");
    expect(place({ kind: "output", offset: 130, bytes })).toBe("ask");
    expect(place({ kind: "output", offset: 140, bytes })).toBe("skip");
    expect(place({ kind: "bootstrap", offset: 150, bytes })).toBe("draw");
    expect(place({ kind: "output", offset: 150, bytes })).toBe("draw");
  });
});
