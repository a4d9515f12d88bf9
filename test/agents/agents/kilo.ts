import { likeOpencode } from "./opencode.ts";

const PACKAGE = `@kilocode/cli-${process.platform}-${process.arch}`;

/** The binary alone, since the package of the launcher names a newer one that the registry lacks. */
export default likeOpencode(
  {
    name: "kilo",
    dialect: "kilo",
    packages: [`${PACKAGE}@7.7.9`],
    program: `${PACKAGE}/bin/kilo`,
    words: (prompt) => ["run", prompt],
  },
  { folder: ".config/kilo", prefix: "KILO", plugin: "plugin/snapveil.ts" },
);
