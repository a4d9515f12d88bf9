import { isFolder } from "../../kit/files.ts";
import { publishes } from "../../shell/doors/effects.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import type { CallCommand } from "../../shell/doors/script.ts";
import { pathIn } from "../../shell/doors/values.ts";
import type { Publication } from "./git-use.ts";
import { buildOf, type ImageBuild } from "./published-image.ts";
import { packagesOf } from "./workspace-packages.ts";

/** Options of programs that publish which take a value. */
const VALUES = "wp --tag --access --otp --registry --workspace --filter --package --manifest-path --target-dir";
/** Options of programs that publish a site: those that name its folder, and others that take a value. */
const [SITE, OF_SITE] = ["d --dir --dist", "asmbr --auth --site --message --branch --repo --project-name --functions"];
/** The most words of a build that are read. */
const MOST = 40;

/** Finds what commands of a script publish, in order, since an image is built before it is pushed. */
export class Publications {
  readonly #home: string;
  /** Images that earlier commands built. */
  readonly #builds: ImageBuild[] = [];

  constructor(home: string) {
    this.#home = home;
  }

  /** The folders that a command publishes; `"version"` if it commits a new version of a package. */
  of({ words, folder }: CallCommand): readonly Publication[] | "version" {
    const [name = "", ...own] = words;
    const form = publishes(name, own);
    if (form === undefined || own.some((word) => /^(?:--dry-run|--help)$/.test(word))) return [];
    if (form === "version") return "version";
    const at = (word: string) => pathIn(folder, word, this.#home);
    if (form === "build") {
      const image = buildOf(own.slice(0, MOST), at);
      this.#builds.push(image);
      return own.includes("--push") ? [{ form: "image", folder, image }] : [];
    }
    if (form === "image") {
      // The build of an image that no command of the script built is not known: the folder's Dockerfile counts.
      const builds = this.#builds.length > 0 ? this.#builds : [buildOf([], at)];
      return builds.map((image) => ({ form: "image", folder, image }));
    }
    if (form === "site") return siteIn(name, folder, own, at);
    const named = parseOptions(own, VALUES).operands.findLast((word) => isFolder(at(word)));
    if (named !== undefined) return [{ form, folder: at(named) }];
    return form === "package" ? packagesOf(name, folder, own).map((one) => ({ form, ...one })) : [{ form, folder }];
  }
}

/** The folder of a site; none if the program takes its name out of a settings file. */
function siteIn(name: string, folder: string, own: readonly string[], at: (word: string) => string): Publication[] {
  const { operands, valuesOf } = parseOptions(own, `${SITE} ${OF_SITE}`);
  const given = valuesOf(SITE).at(-1) ?? operands.findLast((word) => isFolder(at(word)));
  if (given === undefined && name !== "surge") return [];
  return [{ form: "site", folder: given === undefined ? folder : at(given) }];
}
