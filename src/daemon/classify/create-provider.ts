import type { ClassifierName } from "../../core/protocol/classify.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Settings } from "../../core/protocol/settings.ts";
import { isLoopback } from "../../core/protocol/settings-classifier.ts";
import { ANTHROPIC_URL, AnthropicProvider } from "./anthropic.ts";
import { CommandProvider } from "./command.ts";
import { OpenAiProvider } from "./openai.ts";
import type { Provider } from "./provider.ts";
import { readKey } from "./read-key.ts";

export type ClassifierSettings = Pick<
  Settings,
  "classifier" | "classifier_url" | "classifier_model" | "classifier_key" | "classifier_command" | "classifier_budget"
>;

export interface ProviderPlace {
  settings: ClassifierSettings;
  environment: NodeJS.ProcessEnv;
  /** Where commands run. */
  directory: string;
}

/** Faults with what is missing in the settings. */
export function createProvider(name: Exclude<ClassifierName, "rules">, place: ProviderPlace): Provider {
  const { settings, environment, directory } = place;
  const key = () => readKey(settings.classifier_key, environment);
  switch (name) {
    case "openai": {
      const { classifier_url: url, classifier_model: model } = settings;
      if (url === "") throw missing(name, "classifier_url, such as http://127.0.0.1:11434/v1");
      if (model === "") throw missing(name, "classifier_model");
      return new OpenAiProvider({ url, model, key });
    }
    case "anthropic": {
      const url = settings.classifier_url || ANTHROPIC_URL;
      const model = settings.classifier_model;
      if (model === "") throw missing(name, "classifier_model");
      if (settings.classifier_key === "" && !isLoopback(url)) throw missing(name, "classifier_key");
      return new AnthropicProvider({ url, model, key });
    }
    case "command": {
      const argv = settings.classifier_command;
      if (argv.length === 0) throw missing(name, "classifier_command, such as 'claude -p'");
      return new CommandProvider({ argv, directory, environment });
    }
    default:
      return name satisfies never;
  }
}

/** Where what it is told goes, for people. */
export function whereOf({
  classifier,
  classifier_url: url,
  classifier_command: argv,
}: ClassifierSettings): string | null {
  switch (classifier) {
    case "openai":
      return url;
    case "anthropic":
      return url || ANTHROPIC_URL;
    case "command":
      return argv.join(" ");
    default:
      return null;
  }
}

function missing(name: string, what: string): Fault {
  return new Fault("E_CLASSIFIER_CONFIG", `classifier ${name} wants ${what}: 'agtmux config list' shows the settings`);
}
