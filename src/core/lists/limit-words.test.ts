import { describe, expect, it } from "vitest";
import { limitWords, resumesWords } from "./limit-words.ts";

const moment = (at: number) => `T${at}`;

describe("limitWords", () => {
  it("[UG14] tells until when, that it is over, or only that there is one", () => {
    const limited = { since: 1, until: 10, resumes: true, wakes_at: null };
    expect([limitWords(limited, 5, moment), resumesWords(limited, 5, moment)]).toEqual([
      "limited until T10",
      "goes on by itself",
    ]);
    expect([limitWords(limited, 10, moment), resumesWords(limited, 10, moment)]).toEqual(["limit over since T10", ""]);
    const unknown = { since: 1, until: null, resumes: false, wakes_at: null };
    expect([limitWords(unknown, 5, moment), resumesWords(unknown, 5, moment)]).toEqual(["limited", ""]);
    expect(resumesWords({ ...unknown, wakes_at: 12 }, 5, moment)).toBe("told to go on at T12");
  });
});
