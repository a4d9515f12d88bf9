import type { Coverage } from "../coverage.ts";
import type { ObjectId, TreeEntry } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { FOLDER, parseTree } from "../tree-object.ts";
import { ignoreRules, type IgnoreRules } from "./ignore-rules.ts";
import type { ObjectReader } from "./object-reader.ts";

/** Which of some paths the rules of an earlier state ignore: those in its tree, and those that no tree holds. */
export async function ignoredBy(
  reader: ObjectReader,
  tree: ObjectId,
  { outside, rules: others }: Coverage,
  paths: readonly GitPath[],
  ignoreCase: boolean,
): Promise<GitPath[]> {
  const folders = new Map<
    GitPath,
    Promise<{ readonly rules: IgnoreRules; readonly entries: ReadonlyMap<string, TreeEntry> }>
  >();
  const enter = (
    folder: GitPath,
  ): Promise<{ readonly rules: IgnoreRules; readonly entries: ReadonlyMap<string, TreeEntry> }> => {
    let entered = folders.get(folder);
    if (!entered) folders.set(folder, (entered = look(folder)));
    return entered;
  };
  const look = async (folder: GitPath) => {
    const above = folder === "" ? undefined : await enter(foldersOf(folder.slice(0, -1))[0] ?? "");
    const own = above?.entries.get(folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1));
    const id = folder === "" ? tree : own?.mode === FOLDER ? own.id : undefined;
    const entries = id === undefined ? new Map<string, TreeEntry>() : parseTree(await reader.read(id, "tree"));
    const file = entries.get(".gitignore");
    const rules = above?.rules ?? ignoreRules([outside], ignoreCase);
    const text =
      others[`${folder}.gitignore`] ??
      (file?.mode.startsWith("100") ? (await reader.read(file.id, "blob")).toString("latin1") : undefined);
    return { entries, rules: text === undefined ? rules : rules.with(folder, text) };
  };
  const ignored: GitPath[] = [];
  for (const path of paths) if (await isIgnored(path)) ignored.push(path);
  return ignored;

  /** From the top down: below an ignored folder nothing is asked. */
  async function isIgnored(path: GitPath): Promise<boolean> {
    for (const step of [...foldersOf(path).toReversed(), path]) {
      const above = foldersOf(step.replace(/\/$/, ""))[0] ?? "";
      if ((await enter(above)).rules.ignores(step)) return true;
    }
    return false;
  }
}
