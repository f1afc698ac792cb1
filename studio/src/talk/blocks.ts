const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** A line that may continue a list above it, across a blank line. */
const CONTINUES = /^(?:\s|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/;
/** What is written here is used anywhere in the text: the address of a link, or a footnote. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:/m;
const MIN_BLOCK = 1_500;

/**
 * The pieces of a Markdown text that grows, cut at blank lines where nothing goes on across them: all but the last stay
 * as they are, so that only the last one is laid out again when more comes.
 */
export function growingBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let at = 0;
  let fence = "";
  let isAfterBlank = false;
  for (const line of text.split("\n")) {
    const isBlank = !line.trim();
    if (isAfterBlank && !isBlank && !fence && at - start > MIN_BLOCK && !CONTINUES.test(line)) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    isAfterBlank = isBlank;
    at += line.length + 1;
  }
  return [...blocks, text.slice(start)];
}

/** The pieces of a finished text: the same as while it grew, or one if a part of it has a meaning elsewhere. */
export function finishedBlocks(text: string): string[] {
  return DEFINITION.test(text) ? [text] : growingBlocks(text);
}
