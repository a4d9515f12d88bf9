/**
 * A text without the mark of its byte order, which some editors and shells put before it. Without a pattern: each hook
 * would compile it.
 */
export function stripBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
