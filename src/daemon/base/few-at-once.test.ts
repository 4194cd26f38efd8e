import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { fewAtOnce } from "./few-at-once.ts";

it("[TX20] a few items at a time are worked on, and all of them in the end, although one fails", async () => {
  const done: number[] = [];
  let underWay = 0;
  let most = 0;
  const working = fewAtOnce(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await turn();
    underWay -= 1;
    if (item === 2) throw new Error("two fails");
    done.push(item);
  });
  await expect(working).rejects.toThrow("two fails");
  expect({ done: done.toSorted(), most }).toEqual({ done: [1, 3, 4, 5, 6, 7], most: 3 });
});
