export { squadSignalCommand } from "../commands/squad-signal.ts";
export { squadSignalValidateCommand } from "../commands/squad-signal-validate.ts";
export { squadStepCommand } from "../commands/squad-step.ts";
