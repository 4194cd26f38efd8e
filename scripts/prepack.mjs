// npm runs this before `npm pack` and `npm publish`: installs what the build needs, and builds dist/.
import { ensureSetup, SetupFault } from "./setup.mjs";

try {
  await ensureSetup([]);
  // after setup, because a build needs the packages
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
} catch (error) {
  if (!(error instanceof SetupFault)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
