import { expect, it } from "vitest";
import { Listeners } from "./listeners.ts";

it("[DB7] one that throws keeps nobody else from being told, and one that left is told nothing", () => {
  const told: unknown[] = [];
  const listeners = new Listeners<string>((error) => told.push(error));
  const fault = new Error("a listener failed");
  listeners.add(() => {
    throw fault;
  });
  const leave = listeners.add((news) => {
    told.push(news);
    leave();
  });
  listeners.publish("one");
  listeners.publish("two");
  expect(told).toEqual([fault, "one", fault]);
});
