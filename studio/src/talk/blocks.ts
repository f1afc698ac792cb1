const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MIN_BLOCK = 1_500;

/**
 * The pieces of a Markdown text that grows, cut at blank lines outside code: all but the last stay as they are, so that
 * only the last one is laid out again when more comes.
 */
export function growingBlocks(text: string): string[] {
  const blocks: string[] = [];
  let start = 0;
  let at = 0;
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    at += line.length + 1;
    if (!line.trim() && !fence && at - start > MIN_BLOCK && at < text.length) {
      blocks.push(text.slice(start, at));
      start = at;
    }
  }
  return [...blocks, text.slice(start)];
}
