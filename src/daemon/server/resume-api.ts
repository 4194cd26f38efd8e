import type { Hono } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { ResumableList, ResumeReport, ResumeRequest } from "../../core/protocol/actions/resume.ts";
import { RESUME_ROUTES } from "../../core/protocol/routes/resume-routes.ts";
import { actorOf } from "./actor-of.ts";
import { serve } from "./route.ts";

/** Resuming agents, as the API uses it. */
export interface ResumeBackend {
  list(): ResumableList;
  resume(request: ResumeRequest, actor: Actor): Promise<ResumeReport>;
}

export function mountResume(api: Hono, resume: ResumeBackend): void {
  serve(api, RESUME_ROUTES.list, () => resume.list());
  serve(api, RESUME_ROUTES.resume, ({ body, context }) => resume.resume(body, actorOf(context)));
}
