import { useState } from "react";
import type { Client } from "../../client/client.ts";
import type { Rule, RuleProposal } from "../../core/protocol/rules/rules.ts";
import { PageHead } from "../common/page-head.tsx";
import { preferences } from "../common/preferences.ts";
import { CommandLine } from "../components/command-line.tsx";
import { Switch } from "../components/switch.tsx";
import { useStore } from "../live/store.ts";
import { useLive } from "../live/use-live.ts";
import { useAction } from "../pane/actions/use-action.ts";
import { matchedWords, ruleCount, rulePlace, ruleSubject } from "../view/rule-words.ts";
import { FaultLine } from "./parts/fault-line.tsx";
import { LoadNotice } from "./parts/load-notice.tsx";
import { useLoaded } from "./parts/use-asked.ts";
import { RemoveRule } from "./rules/remove-rule.tsx";
import "./manage.css";

const EVERY_MS = 10_000;
const listRules = (client: Client) => client.rules();
const learnRules = (client: Client) => client.learnRules();

export default function RulesView() {
  const { client } = useLive();
  const asCommand = useStore(preferences.asCommand);
  const asked = useLoaded(listRules, EVERY_MS);
  const learned = useLoaded(learnRules);
  const { state, run } = useAction<true>();
  const [removing, setRemoving] = useState<Rule | null>(null);
  const list = asked.value;
  const change = async (work: () => Promise<unknown>) => {
    await run(() => work().then(() => true as const));
    await Promise.all([asked.again(), learned.again()]);
  };
  return (
    <>
      <PageHead title="Rules">What answers agents for you, through their own channel</PageHead>
      <div className="manage">
        {asCommand && <CommandLine command="agtmux rules list" />}
        <LoadNotice what="Rules" asked={asked} />
        {state.phase === "refused" && <FaultLine what="Rules" fault={state.fault} />}
        {list !== null && (
          <Switch checked={list.paused} onFlip={() => void change(() => client.pauseRules(!list.paused))}>
            Pause all rules
          </Switch>
        )}
        {list?.items.length === 0 && (
          <p className="quiet-words" role="status">
            No rules: agents ask you everything. “Always allow this here…” beside Approve makes one.
          </p>
        )}
        <ul className="rows rules" aria-label="Rules">
          {list?.items.map((rule) => (
            <li key={rule.rule_id}>
              <p>
                <strong>{rule.effect}</strong> <code>{ruleSubject(rule)}</code>
              </p>
              <p className="quiet-words">
                {rule.rule_id} · {rulePlace(rule)} · {ruleCount(rule)} · {expiryWords(rule, list.generated_at)}
                {rule.note !== "" && ` · ${rule.note}`}
              </p>
              <button type="button" className="button" onClick={() => setRemoving(rule)}>
                Remove<span className="visually-hidden"> {rule.rule_id}</span>
              </button>
            </li>
          ))}
        </ul>
        {learned.value !== null && learned.value.items.length > 0 && (
          <section aria-label="Proposed rules">
            <h2>Answered the same way at least five times</h2>
            <ul className="rows rules">
              {learned.value.items.map((proposal) => (
                <Proposed key={JSON.stringify(proposal.rules)} proposal={proposal} onMake={change} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {removing !== null && (
        <RemoveRule rule={removing} onRemoved={() => void asked.again()} onClose={() => setRemoving(null)} />
      )}
    </>
  );
}

interface ProposedProps {
  proposal: RuleProposal;
  onMake(work: () => Promise<unknown>): Promise<void>;
}

function Proposed({ proposal: { rules, matched }, onMake }: ProposedProps) {
  const { client } = useLive();
  const [rule] = rules;
  if (rule === undefined) return null;
  return (
    <li>
      <p>
        <strong>{rule.effect}</strong> <code>{ruleSubject(rule)}</code>
      </p>
      <p className="quiet-words">
        {rulePlace(rule)} · {matchedWords(matched.length).replace(/:$/, ".")}
      </p>
      <button type="button" className="button" onClick={() => void onMake(() => client.addRule(rule))}>
        Make this rule
      </button>
    </li>
  );
}

function expiryWords({ expires_at }: Rule, now: number): string {
  if (expires_at === null) return "does not expire";
  if (expires_at <= now) return "expired";
  const hours = Math.max(1, Math.round((expires_at - now) / 3_600_000));
  const days = Math.round(hours / 24);
  const [number, unit] = hours < 48 ? [hours, "hour"] : [days, "day"];
  return `expires in ${number} ${unit}${number === 1 ? "" : "s"}`;
}
