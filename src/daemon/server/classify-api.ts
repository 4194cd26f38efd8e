import type { Hono } from "hono";
import type { z } from "zod";
import type { ClassifierStatus, ClassifyReport, ClassifyRequest } from "../../core/protocol/daemon/classify.ts";
import { CLASSIFY_ROUTES } from "../../core/protocol/routes/classify-routes.ts";
import { serve } from "./route.ts";

/** The classifier as the API uses it. */
export interface ClassifyBackend {
  status(): ClassifierStatus;
  classify(request: z.output<typeof ClassifyRequest>, signal: AbortSignal): Promise<ClassifyReport>;
}

export function mountClassify(api: Hono, backend: ClassifyBackend): void {
  serve(api, CLASSIFY_ROUTES.status, () => backend.status());
  serve(api, CLASSIFY_ROUTES.classify, ({ body, context }) => backend.classify(body, context.req.raw.signal));
}
