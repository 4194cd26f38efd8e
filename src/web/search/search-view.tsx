import { useQuery } from "../common/router.ts";
import { FoundConversation } from "./found-conversation.tsx";
import { SearchPage } from "./search-page.tsx";
import "../manage/manage.css";
import "./search.css";

/** Words in all conversations, and a conversation that was found by them. */
export default function SearchView() {
  const [query] = useQuery();
  const conversation = query.get("conversation");
  return conversation === null ? <SearchPage /> : <FoundConversation key={conversation} conversation={conversation} />;
}
