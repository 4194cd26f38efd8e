import { expect, it } from "vitest";
import { member } from "../support/member.ts";
import { startNats } from "../support/nats.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { tellUsage } from "../support/tell-usage.ts";

/** Until a command says all of this: on a busy machine a member may be too late to be listed. */
async function untilSaid(box: Sandbox, args: string[], ...words: (RegExp | string)[]): Promise<void> {
  let said = "";
  await until(
    async () => {
      const { stdout, stderr } = await box.agtmux(args);
      said = stdout + stderr;
      return words.every((each) => (typeof each === "string" ? said.includes(each) : each.test(said)));
    },
    () => said,
  );
}

it("[FL30] usage and audit have the other member's part as far as it shares it, and say what is not there", async () => {
  const nats = await startNats();
  const [one, two] = await Promise.all([
    member("one", nats.url, ['share = "state"']),
    member("two", nats.url, ['share = "output"']),
  ]);
  const pane = await two.registered("work");
  tellUsage(one, "m1", { input: 1_000, output: 0 }, 0.01);
  tellUsage(two, "m1", { input: 2_000, output: 0 }, 0.02);
  await untilSaid(
    one,
    ["usage", "--by", "member"],
    /^one +1 .*\$0\.01$/m,
    /^two +1 .*\$0\.02$/m,
    /^sum +2 .*\$0\.03$/m,
  );
  await untilSaid(two, ["usage"], "without one: one does not share this");
  const { ref } = await two.pane(pane);
  expect(await two.agtmux(["view-output", ref])).toMatchObject({ code: 0 });
  await untilSaid(one, ["audit"], `two.host/${pane}`);
  await untilSaid(two, ["audit"], `host/${pane}`, "without one: one does not share this");
});
