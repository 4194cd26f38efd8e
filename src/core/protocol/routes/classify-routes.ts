import { ClassifierStatus, ClassifyReport, ClassifyRequest } from "../daemon/classify.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export const CLASSIFY_ROUTES = {
  status: route(ENDPOINTS.classify.status, {
    summary: "The classifier for screens of agents that report nothing, and what it sends elsewhere",
    answer: ClassifierStatus,
  }),
  // a POST, so that it needs the right to act: it may cost money and send a screen to a third party
  classify: route(ENDPOINTS.classify.classify, {
    summary: "Have the screen of a pane read now",
    says: "The result changes no state. A named provider is asked directly. Without one, the rules decide, and the configured provider is asked only if they cannot.",
    body: ClassifyRequest,
    answer: ClassifyReport,
    faults: [
      ...REF_FAULTS,
      "E_TARGET_UNREACHABLE",
      "E_TMUX",
      "E_CLASSIFIER_OFF",
      "E_CLASSIFIER_CONFIG",
      "E_CLASSIFIER_BUDGET",
      "E_CLASSIFIER_FAILED",
    ],
  }),
};
