/**
 * Matches the beginning of a doc comment that makes sense only together with the comment above it. An editor shows each
 * doc comment alone, beside a name.
 */
const BEGINS_IN_THE_MIDDLE = /\/\*\*[\s*]*(?:The same|All that|Those|Of|Whether nothing)\b/g;

/** The positions (`path:line`) of doc comments in a file with such a beginning. */
export function unfinishedComments({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return Array.from(text.matchAll(BEGINS_IN_THE_MIDDLE), ({ index }) => {
    const line = text.slice(0, index).split("\n").length;
    return `${path}:${line}`;
  });
}
