import {
  AttentionList,
  ClaimReport,
  ClaimRequest,
  SeenReport,
  SeenRequest,
  SnoozeReport,
  SnoozeRequest,
} from "../lists/attention-list.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export const ATTENTION_ROUTES = {
  open: route(ENDPOINTS.attention.open, {
    summary: "What calls for a person, the longest waiting first, and how that is known",
    answer: AttentionList,
  }),
  see: route(ENDPOINTS.attention.see, {
    summary: "Tell that a person has seen it, on every device, or take that back",
    says: "What was asked stays open until it is answered. What is closed already, or was raised since, is left alone. `unseen` opens again what was last seen of a runtime, if nothing has come since.",
    body: SeenRequest,
    answer: SeenReport,
    faults: [...REF_FAULTS, "E_DISK_FULL"],
  }),
  snooze: route(ENDPOINTS.attention.snooze, {
    summary: "Put off what calls for a person, on every device",
    says: "Until then it is open, on no shelf, and calls nobody; then it calls once more. A newer call of the agent ends that, and so does `for_ms` 0.",
    body: SnoozeRequest,
    answer: SnoozeReport,
    faults: [...REF_FAULTS, "E_DISK_FULL"],
  }),
  claim: route(ENDPOINTS.attention.claim, {
    summary: "Take it on oneself to call a person, so that no other device does it too",
    says: "Answers with the calls that nobody had claimed yet: those are the caller's to sound or show. Names are taken as they are; the page adds `@` and `raised_at` to those of `done` and `error`, since a turn that ends more than once has one id.",
    body: ClaimRequest,
    answer: ClaimReport,
  }),
};
