/** The address of a page, if it may be framed: only on an origin that is not the studio's own. */
export function frameAddress(address: string, ownOrigin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return ["http:", "https:"].includes(url.protocol) && url.origin !== ownOrigin ? address : undefined;
}
