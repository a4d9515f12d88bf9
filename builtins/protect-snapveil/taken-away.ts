import { relative } from "node:path";

import { isIn } from "../../kit/files.ts";
import { matchesGlob, segmentsOf } from "../../kit/glob.ts";
import { isLeftOut } from "../../shell/doors/effects.ts";
import type { CommandView, HarmRule } from "../block-destructive/rule.ts";
import type { Call } from "../call.ts";
import { rule } from "./about-commands.ts";
import type { ProtectedPlaces } from "./protected-places.ts";
import { sweptByGit } from "./swept-by-git.ts";

/**
 * Makes the rule for commands that delete, move or stash a file with our registration without naming it: `git clean
 * -fdx`, `find . -name '*.json' -delete`, `git ls-files -o | xargs rm`.
 */
export function aboutRegistrations(places: ProtectedPlaces, io: Call["io"]): HarmRule {
  return rule({
    does: "takes away the file in which the agent's hooks are registered",
    matches(view) {
      if (view.elsewhere) return false;
      if (view.name === "git") return sweptByGit(view, places.registered(), io);
      const moved = view.carried?.does === "move" ? view.carried.sources : [];
      const words = [...view.changed.deleted, ...moved];
      return words.some((word) => word.includes("**")) && isFound(words, view, places);
    },
  });
}

/** Whether patterns of files that a search finds (`root/**\/name`) may stand for a registered file. */
function isFound(words: readonly string[], view: CommandView, places: ProtectedPlaces): boolean {
  const { searched, folder = "/" } = view;
  const globs = view.places(words.filter((word) => word.includes("**"))).flatMap(({ path }) => path ?? []);
  return places.registered().some((file) => {
    if (searched && isLeftOut(searched, `./${relative(folder, file)}`)) return false;
    return globs.some((glob) => mayFind(glob, file, places));
  });
}

function mayFind(glob: string, file: string, places: ProtectedPlaces): boolean {
  const [, root] = /^(.*)[\\/]\*\*[\\/]\{\}$/s.exec(glob) ?? [];
  // Unknown files of a folder: they count if the folder is one for such files, not if it is the whole project.
  if (root !== undefined) return isIn(file, root) && places.holds(root, true);
  return matchesGlob(segmentsOf(glob.replace(/\[[^\]]*\]/g, "?").toLowerCase()), segmentsOf(file.toLowerCase()));
}
