import { describe, expect, it } from "vitest";
import { recordedHooks, wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { gemini } from "./adapter.ts";

const read = (event: string, payload: object) => gemini.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];

describe("Gemini's hooks", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(gemini)).toEqual({
      SessionStart: ["begin rest idle"],
      BeforeAgent: ["begin busy"],
      BeforeTool: ["busy"],
      AfterTool: ["busy"],
      Notification: ["ask waiting_approval", "ask waiting_input"],
      AfterAgent: ["weak rest", "weak rest completed"],
      PreCompress: ["busy compacting for 15 s", "nothing"],
      SessionEnd: ["begin rest idle"],
    });
  });

  it("[AD6] an end without text is of unknown outcome, one with text may still be an interrupt", () => {
    for (const prompt_response of ["[no response text]", "", undefined])
      expect(read("AfterAgent", { prompt_response }).map(wordsOf)).toEqual(["weak rest"]);
    expect(read("AfterAgent", { prompt_response: "The  client  keeps" }).map(wordsOf)).toEqual(["weak rest completed"]);
  });

  it("[AD6] a notification of a request has its question; other notifications ask nothing", () => {
    const asked = recordedHooks("gemini").filter(({ event }) => event === "Notification");
    expect([...new Set(asked.map((signal) => gemini.normalize?.(signal)[0]?.message))]).toEqual([
      "Confirm Shell Command: mkdir -p build && touch build/marker",
      "Confirm Shell Command: sleep 7 && touch build/slept",
      "Confirm Write: settings.yaml: /home/dev/demo/settings.yaml",
      "Confirm Shell Command: rm -rf build/cache",
      "",
    ]);
    expect(read("Notification", { notification_type: "Other" }).map(wordsOf)).toEqual(["nothing"]);
  });

  it("[AD16] a marker in the response is read there", () => {
    const readings = read("AfterAgent", { prompt_response: "✦ --<[schmux:completed:Built it]>--" });
    expect(readings.map(({ event_type, message }) => [event_type, message])).toEqual([
      ["gemini.AfterAgent", ""],
      ["schmux.completed", "Built it"],
    ]);
  });
});
