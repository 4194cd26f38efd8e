import {
  AttachReport,
  AttachRequest,
  CompleteReport,
  CompleteRequest,
  DiffReport,
  DiffRequest,
  InterruptReport,
  InterruptRequest,
  KillReport,
  KillRequest,
  SendReport,
  SendRequest,
  SnapshotReport,
  SnapshotRequest,
  ViewOutputReport,
  ViewOutputRequest,
} from "../actions/actions.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { ACTION_FAULTS, REF_FAULTS, TYPING_FAULTS } from "./route-faults.ts";

export const ACTION_ROUTES = {
  snapshot: route(ENDPOINTS.actions.snapshot, {
    summary: "What is there now, to act on: an action that names it is refused when it is so no longer",
    body: SnapshotRequest,
    answer: SnapshotReport,
    status: 201,
    faults: REF_FAULTS,
  }),
  attach: route(ENDPOINTS.actions.attach, {
    summary: "The command that brings a person to a pane",
    body: AttachRequest,
    answer: AttachReport,
    faults: ACTION_FAULTS,
  }),
  viewOutput: route(ENDPOINTS.actions.viewOutput, {
    summary: "The last lines of a pane",
    body: ViewOutputRequest,
    answer: ViewOutputReport,
    faults: ACTION_FAULTS,
  }),
  diff: route(ENDPOINTS.actions.diff, {
    summary: "What is not committed where an agent works",
    body: DiffRequest,
    answer: DiffReport,
    faults: [...ACTION_FAULTS, "E_WORKSPACE"],
  }),
  interrupt: route(ENDPOINTS.actions.interrupt, {
    summary: "Press an agent's own interrupt key, and tell whether its turn has ended",
    says: "Nothing is pressed while the agent asks something or rests.",
    body: InterruptRequest,
    answer: InterruptReport,
    faults: TYPING_FAULTS,
  }),
  kill: route(ENDPOINTS.actions.kill, {
    summary: "Send a signal to an agent's program, to end it",
    body: KillRequest,
    answer: KillReport,
    faults: [...ACTION_FAULTS, "E_NO_AGENT"],
  }),
  send: route(ENDPOINTS.actions.send, {
    summary: "Type a text or keys for an agent, and tell how far that came",
    says: "With `wait` the answer comes when the agent has begun, or is in that state. Whoever leaves before takes nothing back.",
    body: SendRequest,
    answer: SendReport,
    faults: TYPING_FAULTS,
  }),
  complete: route(ENDPOINTS.actions.complete, {
    summary: "Tell an agent to bring its task to an end, and show at once that it is about to",
    says: "What is shown ahead is a `completing` signal with `provisional`; the agent's own replaces it, and without one it is taken back after `provisional_ttl`.",
    body: CompleteRequest,
    answer: CompleteReport,
    faults: TYPING_FAULTS,
  }),
};
