import type { Rule } from "../../../core/protocol/rules/rules.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { ruleSubject } from "../../view/rule-words.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface Props {
  rule: Rule;
  onRemoved(): void;
  onClose(): void;
}

export function RemoveRule({ rule, onRemoved, onClose }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<true>();
  const remove = async () => {
    const done = await run(() => client.removeRule(rule.rule_id).then(() => true as const));
    if (done === null) return;
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={`Remove ${rule.rule_id}?`}
      verb={`Remove ${rule.rule_id}`}
      isDoing={state.phase === "doing"}
      fault={state.phase === "refused" ? state.fault : null}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        The rule “{rule.effect} <code>{ruleSubject(rule)}</code>” decides nothing from then on.
      </p>
    </ConfirmDialog>
  );
}
