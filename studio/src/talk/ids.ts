/** An id for a new conversation. The service starts a conversation that does not exist under the id it is given. */
export function newConversationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `conv_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
