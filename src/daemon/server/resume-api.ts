import type { Hono } from "hono";
import type { Actor } from "../../core/protocol/actions.ts";
import { ResumableList, ResumeReport, ResumeRequest } from "../../core/protocol/resume.ts";
import { actorOf } from "./actor-of.ts";
import { route, serve } from "./route.ts";
import { REACH_FAULTS, REF_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever brings agents back. */
export interface ResumeBackend {
  list(): ResumableList;
  resume(request: ResumeRequest, actor: Actor): Promise<ResumeReport>;
}

export const RESUME_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/resumable",
    summary: "Ended agents that can come back, and what starts them again",
    answer: ResumableList,
  }),
  resume: route({
    method: "post",
    path: "/v1/resume",
    summary: "Start one ended agent again by its ref, or all of them, each with its own conversation",
    says: "Of `all` each has its own outcome, and its own `error`; a refusal of the one that was named is the answer.",
    body: ResumeRequest,
    answer: ResumeReport,
    faults: [...REF_FAULTS, "E_AGENT_ALIVE", "E_NOT_RESUMABLE", "E_NO_TMUX_SERVER", ...REACH_FAULTS],
  }),
};

export function mountResume(api: Hono, resume: ResumeBackend): void {
  serve(api, RESUME_ROUTES.list, () => resume.list());
  serve(api, RESUME_ROUTES.resume, ({ body, context }) => resume.resume(body, actorOf(context)));
}
