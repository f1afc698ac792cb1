/** The conversation that the focus goes to when one disappears: the next one in the list, or else the one before. */
export function neighbourOf(id: string): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-conversation]")];
  const inOrder = rows.sort((one, two) => one.getBoundingClientRect().top - two.getBoundingClientRect().top);
  const index = inOrder.findIndex((row) => row.dataset.conversation === id);
  return (inOrder[index + 1] ?? inOrder[index - 1])?.dataset.conversation;
}

/** Focus a conversation of the list when it is drawn; without one, the search above the list. */
export function focusRow(id: string | undefined): void {
  window.setTimeout(() => {
    const row = id && document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);
    (row || document.querySelector<HTMLElement>("input[type=search]"))?.focus();
  });
}
