/**
 * Characters of text for the model at one event. Above some 10,000 Claude Code keeps a hook's text in a file and shows
 * its model a beginning of 2,000.
 */
const CEILING = 9000;

/** Between two texts. */
const GAP = 2;

/** The texts, the longest of them cut at one length so that all together stay below the ceiling. */
export function withinCeiling(texts: readonly string[], ceiling = CEILING): readonly string[] {
  const room = ceiling - GAP * (texts.length - 1);
  if (texts.reduce((sum, { length }) => sum + length, 0) <= room) return texts;
  const most = lengthOfEach(
    texts.map(({ length }) => length).sort((a, b) => a - b),
    room,
  );
  return texts.map((text) => (text.length <= most ? text : cut(text, most)));
}

/** The most characters that each text may have: short texts leave the rest of their share to the others. */
function lengthOfEach(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return left;
}

/** The beginning of a text, up to the end of a line if one is near, and the number of characters left out. */
function cut(text: string, most: number): string {
  const room = Math.max(0, most - endOf(text.length).length);
  const line = text.lastIndexOf("\n", room);
  let end = line > room / 2 ? line : room;
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1; // half a character
  return text.slice(0, end) + endOf(text.length - end);
}

function endOf(left: number): string {
  return `\n... (${left} characters more, which a hook has no room for: read them where they stand if you need them)`;
}
