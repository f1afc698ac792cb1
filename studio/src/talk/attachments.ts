import { api, apiFetch, type Schemas } from "../api/client";
import { go } from "../app/place";
import { keepDraft } from "./drafts";

type AttachedFiles = Schemas["AttachedFiles"];

async function upload(address: string, files: readonly File[]): Promise<AttachedFiles> {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const response = await apiFetch(address, { method: "POST", body });
  return (await response.json()) as AttachedFiles;
}

export function attach(conversation: string, files: readonly File[]): Promise<AttachedFiles> {
  return upload(`/api/conversations/${conversation}/attachments`, files);
}

export function removeAttachment(conversation: string, name: string): Promise<unknown> {
  const params = { path: { conversation_id: conversation, name } };
  return api.DELETE("/api/conversations/{conversation_id}/attachments/{name}", { params });
}

/** Start a conversation with files, and go there with what is written already. */
export async function attachToNewConversation(files: readonly File[], words = ""): Promise<void> {
  const { conversationId } = await upload("/api/conversations/attachments", files);
  keepDraft(conversationId, words);
  go({ conversation: conversationId, pane: "talk" });
}
