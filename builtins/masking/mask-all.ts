import { hunkHead } from "../../kit/hunk-head.ts";
import { FILE_HEAD, pathInHead } from "../../kit/patch-path.ts";
import type { TreeChange } from "../../shadow-repo/doors/checkpoint.ts";
import { toText } from "../../shadow-repo/doors/place.ts";
import { Contents } from "../../shadow-repo/doors/blame.ts";
import type { ComparedFiles } from "../../shadow-repo/doors/look.ts";
import { linesOf, MOST_SEARCHED, maskPatch, maskSide, shownSide, type MaskedSide, type Side } from "./mask-patch.ts";
import type { SecretFinder } from "./mask-text.ts";

/** A redacted patch, and the files in it that hold secrets. */
export interface MaskedFiles {
  readonly patch: string;
  /** The paths of the files that have a secret in a line of the patch. */
  readonly files: readonly string[];
}

/**
 * Redacts a patch of several files, as `git diff` writes it. Each side of a file is searched as a whole if it is not
 * too large.
 */
export async function maskAll(
  finder: SecretFinder,
  patch: string,
  { engine, changes }: ComparedFiles,
): Promise<MaskedFiles> {
  const sections = sectionsOf(patch);
  const changeOf = new Map(changes.map((change) => [toText(change.path), change]));
  const ids = sections.flatMap(({ path }) => {
    const { before, after } = changeOf.get(path) ?? {};
    return [before, after].flatMap((entry) => entry?.id ?? []);
  });
  const sizes = await engine.sizes([...new Set(ids)]);
  const searched = [...sizes].flatMap(([id, size]) => (size <= MOST_SEARCHED ? id : []));
  const contents = await Contents.of(engine, searched);
  const sideOf = async (side: Side, { text }: Section, change: TreeChange | undefined) => {
    const id = change?.[side]?.id;
    if (change && id === undefined) return undefined;
    const isKnown = id !== undefined && (sizes.get(id) ?? Infinity) <= MOST_SEARCHED;
    const whole = isKnown ? await contents.get(id) : undefined;
    return maskSide(
      finder,
      whole ? { text: whole.toString("utf8"), key: id } : shownSide(text, side, id ?? `${side} ${text}`),
    );
  };
  const masked: string[] = [];
  const files = new Set<string>();
  for (const section of sections) {
    const change = changeOf.get(section.path);
    const before = await sideOf("before", section, change);
    const after = await sideOf("after", section, change);
    if (showsSecret(section, before, after)) files.add(section.path);
    masked.push(maskPatch(section.text, before, after));
  }
  return { patch: masked.join(""), files: [...files] };
}

function showsSecret({ text }: Section, before: MaskedSide | undefined, after: MaskedSide | undefined): boolean {
  const isMasked = (side: MaskedSide | undefined, line: number | undefined) =>
    line !== undefined && side?.byNumber.has(line) === true;
  return linesOf(text).some((line) => isMasked(before, line.before) || isMasked(after, line.after));
}

interface Section {
  readonly path: string;
  readonly text: string;
}

/**
 * The patch of each file. The lines of each hunk are counted, so that no line of a hunk is taken for the head of a
 * file.
 */
function sectionsOf(patch: string): Section[] {
  const sections: { path: string; lines: string[] }[] = [];
  let [before, after] = [0, 0];
  for (const line of patch.split(/(?<=\n)/)) {
    const sign = line[0];
    if (before > 0 || after > 0) {
      if (sign !== "+" && sign !== "\\") before -= 1;
      if (sign !== "-" && sign !== "\\") after -= 1;
    } else {
      const head = hunkHead(line);
      if (head) [before, after] = [head.before.count, head.after.count];
      else if (line.startsWith(FILE_HEAD)) sections.push({ path: pathInHead(line.replace(/\n$/, "")), lines: [] });
      if (sections.length === 0) sections.push({ path: "", lines: [] });
    }
    sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ path, lines }) => ({ path, text: lines.join("") }));
}
