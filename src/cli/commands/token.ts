import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { TOKEN } from "../tables/token.ts";

/** `rotate` creates a new token and revokes everything that was granted with the old one. */
export async function tokenCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(TOKEN, args);
  if (positionals.join(" ") !== "rotate") throw new Fault("E_USAGE", "token wants the word rotate, and nothing else");
  const report = await context.client.rotateToken();
  if (values.json) return context.out(JSON.stringify(report));
  const { length } = report.removed;
  const gone = length === 0 ? "no device was let in" : `${length} ${length === 1 ? "device" : "devices"} removed`;
  context.out(`the token is another one; ${gone}: 'agtmux daemon status' prints a new link`);
}
