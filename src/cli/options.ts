import { type ParseArgsConfig, parseArgs } from "node:util";
import { Fault } from "../core/protocol/fault.ts";

/** parseArgs whose complaints are ours: the word that is off, and where to read on. */
export function readOptions<Config extends ParseArgsConfig>(
  command: string,
  args: string[],
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>({ ...config, args });
  } catch (cause) {
    const message = cause instanceof Error ? (cause.message.split(". ")[0] ?? cause.message) : String(cause);
    throw new Fault("E_USAGE", `${message}; 'agtmux help ${command}' shows what there is`, {}, cause);
  }
}
