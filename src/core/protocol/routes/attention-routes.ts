import { TellAnswer, TellRequest } from "../fleet/tell.ts";
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
    summary: "Open attention, the longest waiting first, with its evidence",
    answer: AttentionList,
  }),
  see: route(ENDPOINTS.attention.see, {
    summary: "Mark attention as seen, on every device, or undo that",
    says: "Questions stay open until they are answered. Attention that is closed already, or was raised later, is left alone. `unseen` reopens what was last marked as seen for a runtime, if nothing has happened since.",
    body: SeenRequest,
    answer: SeenReport,
    faults: [...REF_FAULTS, "E_DISK_FULL"],
  }),
  snooze: route(ENDPOINTS.attention.snooze, {
    summary: "Put off what calls for a person, on every device",
    says: "Until then the attention stays open but is on no shelf and notifies nobody; then it notifies again. A newer call of the agent or `for_ms` 0 ends the snooze.",
    body: SnoozeRequest,
    answer: SnoozeReport,
    faults: [...REF_FAULTS, "E_DISK_FULL"],
  }),
  claim: route(ENDPOINTS.attention.claim, {
    summary: "Claim calls, so that only one device rings for each",
    says: "Returns the calls that no other device had claimed: the caller sounds or shows these. Names are opaque; the page adds `@` and `raised_at` to those of `done` and `error`, because a turn that ends more than once has one id.",
    body: ClaimRequest,
    answer: ClaimReport,
  }),
  tell: route(ENDPOINTS.attention.tell, {
    summary: "Ask, as another member of the fleet, whether its channels may tell of a call; then say what became of it",
    says: "Only members of the fleet ask this.",
    access: "act",
    body: TellRequest,
    answer: TellAnswer,
    faults: ["E_NOT_ALLOWED"],
  }),
};
