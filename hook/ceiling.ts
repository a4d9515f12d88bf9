/**
 * The most characters of text for the model in one reply. From about 10,000 on, Claude Code writes the text to a file
 * and shows the model only the first 2,000.
 */
const CEILING = 9000;

/** The characters between two texts. */
const GAP = 2;

/** Shortens the longest texts to equal lengths, so that all texts together stay below the ceiling. */
export function withinCeiling(texts: readonly string[], ceiling = CEILING): readonly string[] {
  const room = ceiling - GAP * (texts.length - 1);
  if (texts.reduce((sum, { length }) => sum + length, 0) <= room) return texts;
  const most = lengthOfEach(
    texts.map(({ length }) => length).sort((a, b) => a - b),
    room,
  );
  return texts.map((text) => (text.length <= most ? text : cut(text, most)));
}

/** The length to which longer texts have to be cut. The unused share of shorter texts goes to the longer ones. */
function lengthOfEach(lengths: readonly number[], room: number): number {
  let left = room;
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share;
    left -= length;
  }
  return left;
}

/** Cuts a text, at the end of a line if one is near, and appends the number of characters left out. */
function cut(text: string, most: number): string {
  const room = Math.max(0, most - endOf(text.length).length);
  const line = text.lastIndexOf("\n", room);
  let end = line > room / 2 ? line : room;
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1; // never cut between the halves of a surrogate pair
  return text.slice(0, end) + endOf(text.length - end);
}

function endOf(left: number): string {
  return `\n... (${left} characters more, which a hook has no room for: read them where they stand if you need them)`;
}
