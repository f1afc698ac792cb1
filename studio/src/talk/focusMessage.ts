export const MESSAGE_FIELD = "message";

/** Go to the message field: what had the focus, such as a form that was sent, goes away. */
export function focusMessage(): void {
  document.getElementById(MESSAGE_FIELD)?.focus({ preventScroll: true });
}
