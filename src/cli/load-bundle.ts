import { createRequire } from "node:module";

/** Another bundle of the build, loaded when it is needed: its weight is not everybody's. */
export function loadBundle<Exports>(
  name: "act" | "config" | "daemon" | "debug" | "doctor" | "help" | "integrate" | "live" | "manage",
): Exports {
  return createRequire(__filename)(`./${name}.cjs`) as Exports;
}
