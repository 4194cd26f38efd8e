import { Tabs } from "@base-ui/react/tabs";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { holdKeys, typingAhead } from "../common/typing-ahead.ts";
import { useKeys } from "../common/use-keys.ts";
import { PHONE, useMedia } from "../common/use-media.ts";
import { Waiting } from "../common/waiting.tsx";
import { paneKey } from "../live/fleet.ts";
import { useStore } from "../live/store.ts";
import { useKeyState } from "../live/use-live.ts";
import { PaneAbout } from "./pane-about.tsx";
import PaneTerminal from "./pane-terminal.tsx";

const Conversation = lazy(() => import("./conversation/conversation.tsx"));

type Shown = "terminal" | "conversation";

/** An agent's pane as its terminal or as its conversation; a phone begins with the conversation, if there is one. */
export function PaneViews({ pane }: { pane: PaneItem }) {
  const mayAct = useKeyState().phase === "held";
  const isPhone = useMedia(PHONE);
  const [chosen, setChosen] = useState<Shown | null>(isTurnLinked() ? "conversation" : null);
  useEffect(() => {
    const follow = () => isTurnLinked() && setChosen("conversation");
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const [hasNone, setHasNone] = useState(false);
  const noteNone = useCallback(() => setHasNone(true), []);
  const hasConversation = pane.agent !== null && mayAct;
  const begins = isPhone && !hasNone ? "conversation" : "terminal";
  const shown = hasConversation ? (chosen ?? begins) : "terminal";
  // what is typed is for the terminal, whatever is shown
  const ahead = useStore(typingAhead);
  const isTypedTo = ahead?.phase === "held" && ahead.pane === paneKey(pane.identity);
  useEffect(() => {
    if (isTypedTo) setChosen("terminal");
  }, [isTypedTo]);
  useKeys(shown === "conversation" ? { t: () => holdKeys(pane) } : NO_KEYS);
  useKeys(hasConversation ? { l: () => setChosen(shown === "terminal" ? "conversation" : "terminal") } : NO_KEYS);
  // the terminal stays the same element when the agent ends: somebody may be typing into it
  return (
    <Tabs.Root className="pane-views" value={shown} onValueChange={(value: Shown) => setChosen(value)}>
      {hasConversation && (
        <Tabs.List className="pane-tabs" aria-label="Views of the pane">
          <Tabs.Tab className="pane-tab" value="terminal">
            Terminal
          </Tabs.Tab>
          <Tabs.Tab className="pane-tab" value="conversation">
            Conversation <kbd>l</kbd>
          </Tabs.Tab>
        </Tabs.List>
      )}
      <Tabs.Panel className="pane-view" value="terminal" tabIndex={-1}>
        <PaneTerminal pane={pane} hasKeys about={<PaneAbout pane={pane} />} />
      </Tabs.Panel>
      {hasConversation && (
        <Tabs.Panel className="pane-view" value="conversation" tabIndex={-1}>
          <Suspense fallback={<ConversationRoom />}>
            <Conversation key={pane.runtime_id} pane={pane} onNone={noteNone} />
          </Suspense>
        </Tabs.Panel>
      )}
    </Tabs.Root>
  );
}

/** Takes the room of the conversation while it loads. */
function ConversationRoom() {
  return (
    <div className="talk">
      <Waiting />
    </div>
  );
}

function isTurnLinked(): boolean {
  return location.hash.startsWith("#turn-");
}

const NO_KEYS = {};
