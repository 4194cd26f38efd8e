import { expect, it } from "vitest";
import { askAgain } from "./ask-again.ts";

const never = () => new Promise<string>(() => undefined);

it("[FL20] a request without an answer is sent again, and whichever answer comes first counts", async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return sent === 3 ? Promise.resolve("it arrived too late") : never();
  };
  expect(await askAgain(send, 60_000, 5)).toBe("it arrived too late");
  expect(sent).toBe(3);
  let answer = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  let tries = 0;
  const asked = askAgain(
    () => {
      tries += 1;
      if (tries === 2) answer("done");
      return tries === 1 ? slow : never();
    },
    60_000,
    5,
  );
  expect(await asked).toBe("done");
});

it("[FL20] a member that is gone when it is asked again does not answer the first time either", async () => {
  let sent = 0;
  const send = () => {
    sent += 1;
    return sent === 1 ? never() : Promise.reject(new Error("no responders"));
  };
  await expect(askAgain(send, 60_000, 5)).rejects.toThrow("no responders");
  const times: number[] = [];
  const timesOut = (ms: number) => {
    times.push(ms);
    return ms === 10 ? new Promise<string>((_, reject) => setTimeout(reject, 20, new Error("timeout"))) : never();
  };
  await expect(askAgain(timesOut, 20, 10)).rejects.toThrow("timeout");
  expect(times).toEqual([20, 10]);
});
