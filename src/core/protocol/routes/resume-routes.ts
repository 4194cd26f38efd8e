import { ResumableList, ResumeReport, ResumeRequest } from "../actions/resume.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REACH_FAULTS, REF_FAULTS } from "./route-faults.ts";

export const RESUME_ROUTES = {
  list: route(ENDPOINTS.resume.list, {
    summary: "Ended agents that can come back, and what starts them again",
    answer: ResumableList,
  }),
  resume: route(ENDPOINTS.resume.resume, {
    summary: "Start one ended agent again by its ref, or all of them, each with its own conversation",
    says: "Of `all` each has its own outcome, and its own `error`; a refusal of the one that was named is the answer.",
    body: ResumeRequest,
    answer: ResumeReport,
    faults: [...REF_FAULTS, "E_AGENT_ALIVE", "E_NOT_RESUMABLE", "E_NO_TMUX_SERVER", ...REACH_FAULTS],
  }),
};
