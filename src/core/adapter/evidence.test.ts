import { expect, it } from "vitest";
import { Evidence } from "../protocol/events/event.ts";
import { APPROVAL, BUSY, begins, believedFor, COMPACTING, level, OVER, RETRYING, weak, working } from "./evidence.ts";

it("[AD5] the words of adapters are evidence that the engine reads", () => {
  const words = [
    begins(BUSY),
    believedFor(5_000, RETRYING),
    COMPACTING,
    weak(OVER),
    APPROVAL,
    working("Bash"),
    level("busy"),
  ];
  for (const word of words) expect(Evidence.parse(word)).toEqual(word);
});
