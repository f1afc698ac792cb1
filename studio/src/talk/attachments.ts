import { api, apiFetch, type Schemas } from "../api/client";
import { go } from "../app/place";
import { toast } from "../ui/Toasts";
import { draftOf, keepDraft } from "./drafts";
import { moveHeld, startReading, stopReading, takeHeld } from "./reading";

type AttachedFiles = Schemas["AttachedFiles"];

async function upload(address: string, files: readonly File[]): Promise<AttachedFiles> {
  const body = new FormData();
  for (const file of files) body.append("files", file);
  const response = await apiFetch(address, { method: "POST", body });
  return (await response.json()) as AttachedFiles;
}

function attach(conversation: string, files: readonly File[]): Promise<AttachedFiles> {
  return upload(`/api/conversations/${conversation}/attachments`, files);
}

export function removeAttachment(conversation: string, name: string): Promise<unknown> {
  const params = { path: { conversation_id: conversation, name } };
  return api.DELETE("/api/conversations/{conversation_id}/attachments/{name}", { params });
}

/** Add files to a conversation that the service knows; `refresh` learns which it has. */
export async function attachMore(
  conversation: string,
  files: readonly File[],
  refresh: () => Promise<unknown>,
): Promise<void> {
  startReading(conversation, files);
  try {
    await attach(conversation, files);
    await refresh();
  } catch (problem) {
    takeHeld(conversation);
    toast(problem instanceof Error ? problem.message : String(problem));
  } finally {
    stopReading(conversation);
  }
}

/**
 * Start a conversation with files, and go there with what is written by then in the one that is not stored; a message
 * that was sent meanwhile goes along.
 */
export async function attachToNewConversation(files: readonly File[], from: string): Promise<void> {
  startReading(from, files);
  try {
    const { conversationId } = await upload("/api/conversations/attachments", files);
    keepDraft(conversationId, draftOf(from));
    keepDraft(from, "");
    moveHeld(from, conversationId);
    go({ conversation: conversationId, pane: "talk" });
  } catch (problem) {
    takeHeld(from);
    toast(problem instanceof Error ? problem.message : String(problem));
  } finally {
    stopReading(from);
  }
}
