import type { ObjectId } from "../engine.ts";
import { toText } from "../git-path.ts";
import { FOLDER, parseTree } from "../tree-object.ts";
import { looseIn, refsIn } from "./object-folders.ts";
import type { ObjectReader } from "./object-reader.ts";

/** Problems of everything that a ref or a checkpoint reaches, and of every object that has a file of its own. */
export async function checkObjects(shadow: string, reader: ObjectReader): Promise<string[]> {
  const problems: string[] = [];
  const seen = new Set<ObjectId>();
  const visit = async (id: ObjectId, type: string, where: string): Promise<void> => {
    if (seen.has(id)) return;
    seen.add(id);
    try {
      const content = await reader.read(id, type === "tree" ? "tree" : "blob");
      if (type !== "tree") return;
      for (const [name, entry] of parseTree(content))
        await visit(entry.id, entry.mode === FOLDER ? "tree" : "blob", `${where}/${toText(name)}`);
    } catch (error) {
      problems.push(`${type} ${id} of ${where}: ${(error as Error).message}`);
    }
  };
  for (const [name, id] of refsIn(shadow)) await visit(id, "tree", name);
  for (const id of looseIn(shadow)) {
    if (seen.has(id)) continue;
    try {
      await reader.find(id);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return problems;
}
