import { Fault } from "../../core/protocol/base/fault.ts";
import type { ClassifierName } from "../../core/protocol/daemon/classify.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import { isLoopback } from "../../core/protocol/settings/settings-classifier.ts";
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
}

/** Throws a fault that names the missing setting. */
export function createProvider(name: Exclude<ClassifierName, "rules">, place: ProviderPlace): Provider {
  const { settings, environment } = place;
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
      const keyVariable = /^env:(.+)$/.exec(settings.classifier_key)?.[1] ?? null;
      return new CommandProvider({ argv, environment, keyVariable });
    }
    default:
      return name satisfies never;
  }
}

/** Where screens are sent, for display. */
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
