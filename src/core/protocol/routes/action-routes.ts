import {
  AttachReport,
  AttachRequest,
  CompleteReport,
  CompleteRequest,
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
import { DiffReport, DiffRequest, UndoReport, UndoRequest } from "../actions/changes.ts";
import { CheckReport, CheckRequest } from "../actions/checks.ts";
import { FinishReport, FinishRequest } from "../actions/finish.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { ACTION_FAULTS, REF_FAULTS, TYPING_FAULTS } from "./route-faults.ts";

export const ACTION_ROUTES = {
  snapshot: route(ENDPOINTS.actions.snapshot, {
    summary: "Take an action snapshot of a pane: an action that names it is refused if the pane has changed",
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
    summary: "What has changed where an agent works, since the last commit, its base or its last turn's start",
    body: DiffRequest,
    answer: DiffReport,
    faults: [...ACTION_FAULTS, "E_WORKSPACE"],
  }),
  undo: route(ENDPOINTS.actions.undo, {
    summary: "Make files and index as they were when an agent's last turn began",
    says: "Without `confirm` it only says what that would do. It is refused while an agent works there, if a file has changed since it was shown, and if the snapshot was late. What was there is kept as a snapshot, too.",
    body: UndoRequest,
    answer: UndoReport,
    faults: [...ACTION_FAULTS, "E_NO_AGENT", "E_WORKSPACE"],
  }),
  finish: route(ENDPOINTS.actions.finish, {
    summary: "Commit what an agent has done, and bring it into its base, push it or open a pull request",
    says: "Without `confirm` it only says what that would do. It is refused while an agent works there, if anything has changed since it was shown, and with the names of the files if they conflict; everything is then as it was. Hooks and signing of the user's apply. A push that fails leaves the steps before it, which `undo` takes back.",
    body: FinishRequest,
    answer: FinishReport,
    faults: [...ACTION_FAULTS, "E_WORKSPACE"],
  }),
  check: route(ENDPOINTS.actions.check, {
    summary: "The user's checks where an agent works; with a name, that one is run",
    says: "Checks are commands in the user's config.toml (`[checks]`), never the repository's. One runs in a tmux window of its own, and is not started twice. With `wait`, the response comes when it has ended.",
    body: CheckRequest,
    answer: CheckReport,
    faults: ACTION_FAULTS,
  }),
  interrupt: route(ENDPOINTS.actions.interrupt, {
    summary: "Press an agent's own interrupt key; returns whether its turn has ended",
    says: "No key is pressed while the agent asks something or rests.",
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
    summary: "Type a text or keys for an agent; returns how far that got",
    says: "With `wait`, the response comes when the agent has begun, or is in that state. Closing the request earlier undoes nothing.",
    body: SendRequest,
    answer: SendReport,
    faults: TYPING_FAULTS,
  }),
  complete: route(ENDPOINTS.actions.complete, {
    summary: "Ask an agent to finish its task, and show it as completing at once",
    says: "Until the agent reports, a provisional `completing` signal is shown; the agent's own replaces it, or it is removed after `provisional_ttl`.",
    body: CompleteRequest,
    answer: CompleteReport,
    faults: TYPING_FAULTS,
  }),
};
