/**
 * Another bundle of the build, loaded when it is needed: its weight is not everybody's.
 * By the require that every CommonJS bundle has: node:module would load all of Node's ES module loader, 2 ms of every command.
 */
export function loadBundle<Exports>(
  name: "act" | "config" | "daemon" | "debug" | "demo" | "doctor" | "help" | "integrate" | "live" | "manage" | "squad",
): Exports {
  const path = `${__dirname}/${name}.cjs`;
  return require(path) as Exports;
}
