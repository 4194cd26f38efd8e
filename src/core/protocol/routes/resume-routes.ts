import { ResumableList, ResumeReport, ResumeRequest } from "../actions/resume.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REACH_FAULTS, REF_FAULTS } from "./route-faults.ts";

export const RESUME_ROUTES = {
  list: route(ENDPOINTS.resume.list, {
    summary: "Ended agents that can be resumed, and the commands that resume them",
    answer: ResumableList,
  }),
  resume: route(ENDPOINTS.resume.resume, {
    summary: "Start one ended agent again by its ref, or all of them, each with its own conversation",
    says: "With `all`, each agent has its own outcome and `error`. With one ref, a refusal is the response.",
    body: ResumeRequest,
    answer: ResumeReport,
    faults: [...REF_FAULTS, "E_AGENT_ALIVE", "E_NOT_RESUMABLE", "E_NO_TMUX_SERVER", ...REACH_FAULTS],
  }),
};
