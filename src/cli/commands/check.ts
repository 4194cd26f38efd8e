import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderChecks } from "../render/checks.ts";
import { CHECK } from "../tables/check.ts";

/** Runs one of the user's checks where an agent works, or shows what all of them said. */
export async function checkCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(CHECK, args);
  const [ref = "", name, ...rest] = positionals;
  const wait = values["no-wait"] !== true;
  const asked = { ref: oneRef("check", [ref, ...rest]), guards: guardsOf(values), wait };
  const report = await context.client.check({ ...asked, ...(name !== undefined && { name }) });
  const { checks, directory } = report;
  if (values.json) context.out(JSON.stringify(report));
  else if (checks.length === 0) context.out(`No check is configured for ${directory}: see 'agtmux help check'.`);
  else context.out(renderChecks(name === undefined ? checks : checks.filter((each) => each.name === name), Date.now()));
  const ran = checks.find((each) => each.name === name);
  if (wait && ran !== undefined && ran.state !== "passed")
    throw new Fault(
      "E_CHECK_FAILED",
      ran.code === null ? `${name} did not tell how it ended` : `${name} ended with ${ran.code}`,
    );
}
