import { expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { textGuards } from "./text-guards.ts";

const RUNNING = testPane({});

it("[UI29] a text is for the program that it was begun for, whether that works or rests by now", () => {
  const withoutDialog = ["running", "completed", "idle", "error"];
  expect(textGuards(RUNNING, RUNNING)).toEqual({ if_runtime: RUNNING.runtime_id, if_state: withoutDialog });
  const other = testPane({}, { state: "completed", runtime_id: "another" });
  expect(textGuards(RUNNING, other)).toEqual({ if_runtime: RUNNING.runtime_id, if_state: withoutDialog });
  expect(textGuards({ ...RUNNING, runtime_id: null }, RUNNING)).toEqual({ if_state: withoutDialog });
});

it("[UI29] a text for a program in an unknown state is typed in that state only", () => {
  expect(textGuards(RUNNING, testPane({}, { state: "unknown" })).if_state).toEqual(["unknown"]);
});

it("[UI29] it is never typed into an approval, nor into a question that was not asked yet when it was begun", () => {
  const asks = testPane({}, asking(5));
  const approval = testPane({}, { ...asking(5), state: "waiting_approval" });
  expect(textGuards(asks, asks).if_state).toEqual(["waiting_input"]);
  for (const [begun, now] of [
    [RUNNING, asks],
    [testPane({}, asking(4)), asks],
    [RUNNING, approval],
    [approval, approval],
  ] as const)
    expect(() => textGuards(begun, now)).toThrow(expect.objectContaining({ code: "E_GUARD_STATE" }));
});
