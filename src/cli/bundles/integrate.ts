export { integrateCommand } from "../commands/integrate.ts";
export { uninstallCommand } from "../commands/uninstall.ts";
