import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { Failures } from "./failures.ts";
import { Problems } from "./problems.ts";
import { silentLog } from "./test-log.ts";

describe("Failures", () => {
  const setUp = () => {
    const problems = new Problems({ now: () => 7 });
    return { problems, failures: new Failures(problems, silentLog()) };
  };

  it("[DM19] work that fails is a problem until it works again, each for itself", () => {
    const { problems, failures } = setUp();
    failures.failed("scanning files", new Error("no such thing\nsecond line"));
    failures.failed("pruning", "odd");
    failures.failed("pruning", "odd");
    expect(problems.list()).toEqual([
      {
        code: "E_INTERNAL",
        message: "scanning files failed: no such thing. It is tried again; daemon.log tells more",
        since: 7,
      },
      { code: "E_INTERNAL", message: "pruning failed: odd. It is tried again; daemon.log tells more", since: 7 },
    ]);
    failures.worked("scanning files");
    failures.worked("something else");
    expect(problems.list()).toHaveLength(1);
    failures.worked("pruning");
    expect(problems.list()).toEqual([]);
  });

  it("[DM19] a fault with its own code is reported by the code that knows what to do about it", () => {
    const { problems, failures } = setUp();
    failures.failed("pruning", new Fault("E_DISK_FULL", "the disk is full"));
    expect(problems.list()).toEqual([]);
  });
});
