import { anyOf } from "../../kit/word-pattern.ts";
import type { HarmRule, CommandView } from "../block-destructive/rule.ts";
import type { PathTarget } from "../block-destructive/places.ts";
import { withoutLeftOut, type Carried } from "../../shell/doors/effects.ts";
import { parseGit } from "../../shell/doors/git.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import { isReadCommand, rule } from "./about-commands.ts";
import type { ProtectedPlaces } from "./protected-places.ts";

/** Words of code that may write a file; code without any of these only reads. */
const CODE_WRITES = anyOf(
  String.raw`
    write \bdump\( unlink remove rmtree rename \brm(?:Sync|dir|\() \bcp(?:Sync|\() copy(?:file|Sync|2|tree) truncate
    chmod link(?:Sync|_to|\() \bmove append \bsave os\.replace system exec spawn popen subprocess shutil
    ['"][rbt]{0,2}[wax+][bt+]{0,2}['"] ['"]\+?> put_contents
  `,
  "i",
);

/** Makes the rule for commands that change, move or delete a protected file or folder. */
export function aboutFiles(places: ProtectedPlaces): HarmRule {
  return rule({
    does: "changes the settings or the data of snapveil, or the file in which the agent's hooks are registered",
    matches(view) {
      const { writes, appends } = view;
      const isHit = (words: readonly string[], above: boolean) =>
        words.some((word) => /[$`]/.test(word) && places.isNamedIn(word)) ||
        view
          .places(words)
          .some(({ path, isContents }) => path !== undefined && places.holds(path, above || isContents));
      for (const files of [writes, appends]) {
        if (files.length === 0) continue;
        // A redirection to a link writes the link's target.
        const isTarget = ({ path }: PathTarget) =>
          path !== undefined && places.holds(view.disk.realPathOfNew(path), false);
        if (view.places(files).some(isTarget) || isHit(files, false)) return true;
      }
      if (isReadCommand(view)) return false;
      const { carried } = view;
      if (carried) return carriesThere(carried, isHit);
      if (codeWrites(view, places)) return true;
      if (isReadingCode(view)) return false;
      const values = named(view).map((word) => /^(?:-{0,2}[\w-]+=)(.+)$/s.exec(word)?.[1] ?? word);
      const words = values.filter((word) => !word.startsWith("-") && !isCode(word));
      // Behind `xargs` a command works on the files that the commands before it in the pipeline name.
      return isHit(words.some((word) => word !== "{}") ? words : [...words, ...view.piped], true);
    },
  });
}

/** The words of a command that may name files which it changes. */
function named({ name, own }: CommandView): readonly string[] {
  if (name === "find") return withoutLeftOut(own);
  if (name !== "git") return own;
  const { verb, own: rest } = parseGit(own);
  // `git clean -e FILE` spares the file.
  return verb === "clean" ? operandsOf(rest, "e --exclude") : own;
}

function carriesThere(
  { does, sources, target = "", words: { letters, names } }: Carried,
  isHit: (words: readonly string[], above: boolean) => boolean,
): boolean {
  // A moved folder replaces everything below its target, and so does a recursive copy.
  const isDeep = does !== "link" && (does === "move" || /[rRa]/.test([...letters].join("")) || names.has("recursive"));
  const inside = sources.map((source) => `${target.replace(/[\\/]+$/, "")}/${baseOf(source)}`);
  return (
    isHit([target], false) ||
    (does === "move" && isHit(sources, true)) ||
    // A command that makes a link to a protected file is judged, since the file can be written by the link.
    (does === "link" && isHit(sources, false)) ||
    isHit(inside, isDeep) ||
    (sources.some(isAllInside) && isHit([target], true))
  );
}

/** Whether a source means the content of a folder: `folder/.`, `folder/` or `folder/*`. */
function isAllInside(source: string): boolean {
  return /[\\/](?:\.|\*+)?$|^[.*]$/.test(source);
}

function baseOf(path: string): string {
  return path.replace(/[\\/]+$/, "").replace(/^.*[\\/]/s, "");
}

function isCode(word: string): boolean {
  return /[\s(]/.test(word);
}

/** Whether code in a command's words or input, also of `awk` or `sed`, names a protected place and may write it. */
function codeWrites({ name, own, fed }: CommandView, places: ProtectedPlaces): boolean {
  const kind = kindOf(name);
  if (kind === undefined || kind === "send") return false;
  const named = [...own.filter(isCode), ...fed].filter(
    (text) => places.isNamedIn(text) || places.isPutTogetherIn(text),
  );
  return kind === "code" ? named.some((text) => CODE_WRITES.test(text)) : named.length > 0;
}

/** Whether code only reads the files in a command's words: `perl -ne '…' FILE`, `python3 -m json.tool FILE`. */
function isReadingCode({ name, own }: CommandView): boolean {
  if (kindOf(name) !== "code") return false;
  const isInPlace = own.some((word) => /^-\w*i/.test(word));
  const isInline = own.some((word) => /^-\w*[ecpn]$|^-r$/.test(word)) && own.some(isCode);
  return own.includes("json.tool") || (isInline && !isInPlace && !own.some((word) => CODE_WRITES.test(word)));
}
