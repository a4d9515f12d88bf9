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

/** The file behind each name of a door. */
function namesOf(door: string): Map<string, string> {
  const statements = [...readFileSync(door, "utf8").matchAll(EXPORT)];
  return new Map(
    statements.flatMap(([, names, target]) =>
      namesIn(names!).map((name): [string, string] => [name.replace(/^type /, ""), join(dirname(door), target!)]),
    ),
  );
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
