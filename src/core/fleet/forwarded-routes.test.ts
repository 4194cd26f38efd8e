import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../protocol/routes/endpoints.ts";
import { lackOf, type Need, needOf, refusalFor } from "./forwarded-routes.ts";

const ann = { member: "laptop", person: "ann" };
const ben = { member: "ben", person: null };
const SEND = needOf("POST", "/v1/actions/send") as Need;

describe("what members do for each other", () => {
  it("[FL18] by default another member may look, and nothing else", () => {
    const forwarded = Object.values(ENDPOINTS)
      .flatMap((group) => Object.values(group))
      .flatMap(({ method, path }) => {
        const need = needOf(method, path);
        return need === null
          ? []
          : [{ path, may: refusalFor(need, ann, { ownName: "box", allow: ["look"], share: "output" }) === null }];
      });
    expect(forwarded.filter(({ may }) => may).map(({ path }) => path)).toEqual([
      "/v1/explain",
      "/v1/actions/snapshot",
      "/v1/actions/view-output",
      "/v1/actions/diff",
      "/v1/questions",
      "/v1/conversation",
      "/v1/usage",
      "/v1/audit",
    ]);
    expect(forwarded).toHaveLength(19);
  });

  it("[FL18] [FL29] a role is given to everybody, to one member, or to a person, whichever the member", () => {
    expect(refusalFor(SEND, ann, { ownName: "box", allow: ["send"], share: "state" })).toBeNull();
    expect(refusalFor(SEND, ann, { ownName: "box", allow: ["look", "laptop:send"], share: "state" })).toBeNull();
    expect(
      refusalFor(SEND, { ...ann, member: "desk" }, { ownName: "box", allow: ["@ann:send"], share: "state" }),
    ).toBeNull();
    expect(refusalFor(SEND, ben, { ownName: "box", allow: ["look", "laptop:send", "@ben:send"], share: "state" })).toBe(
      "ben may not send on box: run 'agtmux fleet join --allow +ben:send' on box to let it",
    );
    expect(refusalFor(SEND, ann, { ownName: "box", allow: ["spawn", "answer", "ann:send"], share: "state" })).toContain(
      "@ann may not send on box",
    );
  });

  it("[FL18] a refusal names what was asked for, the role it needs, and the command that gives it", () => {
    const box = { ownName: "box", allow: ["look"], share: "words" } as const;
    expect(refusalFor(needOf("POST", "/v1/actions/kill") as Need, ben, box)).toBe(
      "ben may not kill on box, which needs the role spawn there: run 'agtmux fleet join --allow +ben:spawn' on box to let it",
    );
    expect(lackOf(["send", "answer"], "type", ann, box)).toBe(
      "@ann may not type on box, which needs the role send and the role answer there: run 'agtmux fleet join --allow +@ann:send,+@ann:answer' on box to let it",
    );
    expect(refusalFor(needOf("POST", "/v1/actions/diff") as Need, ben, box)).toContain(
      "run 'agtmux fleet join --share output' on box",
    );
  });

  it("[FL7] [FL18] output needs share = output, whoever asks", () => {
    const view = needOf("POST", "/v1/actions/view-output") as Need;
    expect(refusalFor(view, ann, { ownName: "box", allow: ["look"], share: "words" })).toContain('share = "output"');
    expect(refusalFor(view, ann, { ownName: "box", allow: ["look"], share: "output" })).toBeNull();
  });

  it("[FL18] no member does anything else for another", () => {
    for (const [method, path] of [
      ["POST", "/v1/shutdown"],
      ["POST", "/v1/restart"],
      ["POST", "/v1/rules"],
      ["POST", "/v1/actions/attach"],
      ["POST", "/v1/fleet/leave"],
      ["POST", "/v1/pairing"],
      ["GET", "/v1/panes"],
      ["GET", "/v1/actions/send"],
      ["POST", "__proto__"],
    ] as const)
      expect(needOf(method, path)).toBeNull();
  });
});
