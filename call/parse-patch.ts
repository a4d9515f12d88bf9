import type { Writing } from "./writing.ts";

/**
 * The old and new text of each hunk of a patch, which is a unified diff, an `apply_patch` text, or SEARCH and REPLACE
 * blocks.
 * @param file the file of a patch that names none
 */
export function parsePatch(text: string, file?: string): Writing[] {
  return /^(?:<{5,9}|-{5,9}) ?SEARCH/m.test(text) ? parseBlocks(text, file) : parseHunks(text, file);
}

function parseBlocks(text: string, file: string | undefined): Writing[] {
  const named = file === undefined ? {} : { file };
  const found: Writing[] = [];
  const sides: [string[], string[]] = [[], []];
  let side: 0 | 1 | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:<{5,9}|-{5,9}) ?SEARCH/.test(line)) side = 0;
    else if (side === 0 && /^={5,9}\s*$/.test(line)) side = 1;
    else if (side === 1 && /^(?:>{5,9}|\+{5,9}) ?REPLACE/.test(line)) {
      const [old, put] = [sides[0].join("\n"), sides[1].join("\n")];
      found.push({ ...named, text: put, ...(old !== "" && { old }) });
      sides[0].length = sides[1].length = 0;
      side = undefined;
    } else if (side !== undefined) sides[side].push(line);
  }
  // If a block is cut off, all its text is taken as new.
  if (side !== undefined) found.push({ ...named, text: [...sides[0], ...sides[1]].join("\n"), adds: true });
  return found;
}

/** The old and new text of each hunk. Context lines belong to both texts. */
function parseHunks(text: string, given: string | undefined): Writing[] {
  const found: Writing[] = [];
  let file = given;
  let [old, put]: [string[], string[]] = [[], []];
  let whole = false;
  const close = (): void => {
    if (old.length + put.length > 0)
      found.push({
        ...(file !== undefined && { file }),
        text: put.join("\n"),
        ...(whole ? {} : { old: old.join("\n") }),
      });
    [old, put] = [[], []];
  };
  for (const line of text.split(/\r?\n/)) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$|^\+\+\+ (?:b\/)?([^\t]+)/.exec(line);
    if (header) {
      close();
      file = header[2] ?? header[3];
      whole = header[1] === "Add";
    } else if (/^(?:@@|\*\*\* |--- |diff --git |index |new file|deleted file|similarity |rename )/.test(line)) close();
    else if (line.startsWith("+")) put.push(line.slice(1));
    else if (line.startsWith("-")) old.push(line.slice(1));
    else {
      const context = line.startsWith(" ") ? line.slice(1) : line;
      old.push(context);
      put.push(context);
    }
  }
  close();
  return found;
}
