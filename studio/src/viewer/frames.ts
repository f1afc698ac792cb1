/** Where an interactive page may be framed: only on an origin that is not the studio's own. */
export function frameAddress(file: object, ownOrigin: string): string | undefined {
  const address = "pageUrl" in file ? file.pageUrl : undefined;
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return ["http:", "https:"].includes(url.protocol) && url.origin !== ownOrigin ? address : undefined;
}
