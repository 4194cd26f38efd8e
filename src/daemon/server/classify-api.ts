import type { Hono } from "hono";
import type { z } from "zod";
import { ClassifierStatus, ClassifyReport, ClassifyRequest } from "../../core/protocol/classify.ts";
import { route, serve } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever reads screens. */
export interface ClassifyBackend {
  status(): ClassifierStatus;
  classify(request: z.output<typeof ClassifyRequest>, signal: AbortSignal): Promise<ClassifyReport>;
}

export const CLASSIFY_ROUTES = {
  status: route({
    method: "get",
    path: "/v1/classifier",
    summary: "Who reads the screens of agents that do not speak, and what leaves the machine for it",
    answer: ClassifierStatus,
  }),
  // a POST, so only for whoever may act: it may spend money, and show a screen to somebody else
  classify: route({
    method: "post",
    path: "/v1/classify",
    summary: "Have the screen of a pane read now",
    says: "It is told and changes no state. A named provider is asked directly; without one rules are asked first, and whoever is configured only where they do not know.",
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

export function mountClassify(api: Hono, backend: ClassifyBackend): void {
  serve(api, CLASSIFY_ROUTES.status, () => backend.status());
  serve(api, CLASSIFY_ROUTES.classify, ({ body, context }) => backend.classify(body, context.req.raw.signal));
}
