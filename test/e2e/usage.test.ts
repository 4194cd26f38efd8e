import { expect, it } from "vitest";
import type { UsageList } from "../../src/core/protocol/lists/usage.ts";
import { sandbox, until } from "../support/sandbox.ts";
import { tellUsage } from "../support/tell-usage.ts";

it("[UG10, UG2] 'agtmux usage' sums what agents told, each call once, also after a restart of the daemon", async () => {
  const box = sandbox();
  await box.startDaemon();
  const read = async () => JSON.parse((await box.agtmux(["usage", "--by", "model", "--json"])).stdout) as UsageList;
  tellUsage(box, "m1", { input: 8_889, output: 289 }, 0.03);
  tellUsage(box, "m2", { input: 111, output: 11 }, 0.01);
  await until(async () => (await read()).sum.calls === 2);
  await box.agtmux(["daemon", "restart"]);
  tellUsage(box, "m1", { input: 8_889, output: 289 }, 0.03);
  tellUsage(box, "m3", { input: 1_000, output: 0 }, 0);
  await until(async () => (await read()).sum.calls === 3);
  expect(await read()).toMatchObject({
    by: "model",
    items: [{ key: "gpt-x", input: 10_000, cached: 6_666, output: 300, reasoning: 132, total: 17_098 }],
    sum: { cost: { usd: 0.04, computed: false, unpriced_calls: 1 } },
  });
  expect((await box.agtmux(["usage", "--by", "model"])).stdout).toMatch(/^gpt-x +3 +10k .* \$0\.04\+$/m);
  expect((await box.agtmux(["usage", "--by", "model", "--csv"])).stdout).toContain(
    "gpt-x,3,10000,6666,0,300,132,17098,0.04,false,1",
  );
  expect(await box.agtmux(["usage", "--since", "yesterday"])).toMatchObject({ code: 2 });
});
