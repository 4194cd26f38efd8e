/**
 * Loads another bundle of the build on demand, so that other commands do not pay for its size. Uses the `require` that
 * every CommonJS bundle has: node:module would load all of Node's ES module loader, 2 ms of every command.
 */
export function loadBundle<Exports>(
  name:
    | "act"
    | "commands"
    | "config"
    | "daemon"
    | "debug"
    | "demo"
    | "doctor"
    | "help"
    | "integrate"
    | "live"
    | "manage"
    | "mcp"
    | "pane-screen"
    | "squad",
): Exports {
  const path = `${__dirname}/${name}.cjs`;
  return require(path) as Exports;
}
