import { z } from "zod";
import {
  QueueAddRequest,
  QueueEditRequest,
  QueueList,
  QueueMoveRequest,
  QueuePauseRequest,
  QueueReport,
  TellReport,
  TellRequest,
} from "../actions/queue.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

/** Needs the right to act, also to look: it has the texts of prompts and who asked. */
const ACT = { access: "act" } as const;
const CHANGE_FAULTS = ["E_QUEUED_NOT_FOUND", "E_QUEUED_SENDING", "E_UNAUTHORIZED"] as const;

export const QUEUE_ROUTES = {
  list: route(ENDPOINTS.queue.list, {
    summary: "Prompts that wait until their agent rests, by agent",
    ...ACT,
    query: z.object({ ref: z.string().optional().describe("Only the queue of this agent") }),
    answer: QueueList,
    faults: [...REF_FAULTS, "E_UNAUTHORIZED"],
  }),
  add: route(ENDPOINTS.queue.add, {
    summary: "Add a prompt to an agent's queue: it is sent once, when the agent rests",
    says: "It waits while the agent works, asks by a dialog, has failed or is stopped by a limit, while a person has typed something there, and while the queue is paused. With `after`, it also waits for the end of another agent's turn. If the agent ends, it is cancelled or, with `keep`, kept for the next agent in that pane.",
    ...ACT,
    body: QueueAddRequest,
    answer: QueueReport,
    status: 201,
    faults: [...REF_FAULTS, "E_NO_AGENT", "E_QUEUE_FULL", "E_UNAUTHORIZED"],
  }),
  edit: route(ENDPOINTS.queue.edit, {
    summary: "Change the text of a prompt that waits",
    says: "Refused if `if_text` is given and the text is another by now.",
    ...ACT,
    body: QueueEditRequest,
    answer: QueueReport,
    faults: [...CHANGE_FAULTS, "E_QUEUE_FULL", "E_STALE_SNAPSHOT"],
  }),
  move: route(ENDPOINTS.queue.move, {
    summary: "Move a prompt to another place in its queue",
    ...ACT,
    body: QueueMoveRequest,
    answer: QueueReport,
    faults: CHANGE_FAULTS,
  }),
  remove: route(ENDPOINTS.queue.remove, {
    summary: "Remove a prompt from its queue",
    ...ACT,
    answer: QueueReport,
    faults: CHANGE_FAULTS,
  }),
  retry: route(ENDPOINTS.queue.retry, {
    summary: "Send a prompt again of which agtmux does not know whether it has arrived",
    ...ACT,
    answer: QueueReport,
    faults: CHANGE_FAULTS,
  }),
  pause: route(ENDPOINTS.queue.pause, {
    summary: "Let an agent's queue wait, or go on",
    ...ACT,
    body: QueuePauseRequest,
    answer: QueueReport,
    faults: [...REF_FAULTS, "E_NO_AGENT", "E_UNAUTHORIZED"],
  }),
  tell: route(ENDPOINTS.queue.tell, {
    summary: "Tell an agent something by the best way that it has, and say which that is",
    says: "A prompt that is sent now if the agent rests and nothing else waits for it; otherwise its queue.",
    ...ACT,
    body: TellRequest,
    answer: TellReport,
    status: 201,
    faults: [...REF_FAULTS, "E_NO_AGENT", "E_QUEUE_FULL", "E_UNAUTHORIZED"],
  }),
};
