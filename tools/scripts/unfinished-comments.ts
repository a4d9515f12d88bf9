/** Beginnings of a doc comment that only the comment above it explains; an editor shows each by itself, beside a name. */
const BEGINS_IN_THE_MIDDLE = /\/\*\*[\s*]*(?:The same|All that|Those|Of|Whether nothing)\b/g;

/** The places, `path:line`, of the doc comments in a file that begin in the middle. */
export function unfinishedComments({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return Array.from(text.matchAll(BEGINS_IN_THE_MIDDLE), ({ index }) => {
    const line = text.slice(0, index).split("\n").length;
    return `${path}:${line}`;
  });
}
