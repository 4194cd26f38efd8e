import { closeSync, fstatSync, openSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { isJournal, journalLine } from "./log.ts";

it("[DM34] the journal gets the message first, with its priority", () => {
  expect(journalLine('{"level":30,"time":1,"pid":2,"msg":"agtmuxd is up","port":7433}\n')).toBe(
    '<6>agtmuxd is up {"port":7433}\n',
  );
  expect(journalLine('{"level":40,"msg":"slow"}')).toBe("<4>slow\n");
  expect(journalLine('{"level":50,"msg":"broken"}')).toBe("<3>broken\n");
});

it("[DM34] only a standard error that is the journal counts as one", () => {
  const file = openSync("/dev/null", "r");
  onTestFinished(() => closeSync(file));
  const { dev, ino } = fstatSync(file);
  expect(isJournal(`${dev}:${ino}`, file)).toBe(true);
  expect(isJournal(`${dev}:${ino + 1}`, file)).toBe(false);
  expect(isJournal(undefined, file)).toBe(false);
});
