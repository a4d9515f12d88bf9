import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { Plugin } from "rolldown";

const IMPORT = /^import \{([^}]*)\} from "(\.[^"]*\/doors\/[\w-]+\.ts)";$/gm;
const EXPORT = /^export (?:type )?\{([^}]*)\} from "(\.[^"]+)";$/gm;

/**
 * Has each file import from where a name lies, not from the door that names it. A group of chunks takes all that its modules
 * import along, so that a door would bring a whole room: the chunk "snapshot" would be 136 KB in the place of 43.
 */
export const throughDoors: Plugin = {
  name: "through-doors",
  transform: {
    filter: { id: /\.tsx?$/, code: /\/doors\// },
    handler(code, id) {
      return code.replace(IMPORT, (_statement, names: string, door: string) => {
        const behind = namesOf(join(dirname(id), door));
        return namesIn(names)
          .map((name) => `import { ${name} } from "${from(id, behind.get(name.replace(/^type | as .*$/g, ""))!)}";`)
          .join(" ");
      });
    },
  },
};

const doors = new Map<string, Map<string, string>>();

/** The file behind each name of a door, which is read once. */
function namesOf(door: string): Map<string, string> {
  const known = doors.get(door);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const [, list, target] of readFileSync(door, "utf8").matchAll(EXPORT))
    for (const name of namesIn(list!)) names.set(name.replace(/^type /, ""), join(dirname(door), target!));
  doors.set(door, names);
  return names;
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

function from(importer: string, target: string): string {
  const path = relative(dirname(importer), target);
  return path.startsWith(".") ? path : `./${path}`;
}
