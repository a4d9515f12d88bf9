import { basename, dirname, join } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { bareHome, runtimePlace } from "../../agents/formats/runtime-place.ts";
import { AGENTS, isAgentName } from "../../agents/registry.ts";
import { homeOf } from "../../kit/io.ts";
import { isFile, isIn, namesIn, readRegularFile, realPathOfNew } from "../../kit/files.ts";
import { segmentsOf } from "../../kit/glob.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { topFolders } from "../../worktree/doors/worktree.ts";
import { settingsFiles, userSettingsFolder } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";
import { mayMean } from "../expand-pattern.ts";

/** The files and folders that only the user may change. */
export interface ProtectedPlaces {
  /**
   * Whether an absolute path is protected or lies in a protected folder.
   * @param above a folder above a protected place counts, too, since the place is deleted or moved with it; the top
   * folder of a project or a home folder does not count
   */
  holds(path: string, above: boolean): boolean;
  /** Whether a text contains the last two parts of a protected path. */
  isNamedIn(text: string): boolean;
  /** Whether code contains the last two parts of a protected path as separate texts, which it may join to the path. */
  isPutTogetherIn(text: string): boolean;
  /** The existing files in which hooks of snapveil are registered for the calling agent. */
  registered(): readonly string[];
}

/** The most bytes of a hook file that are read. */
const LARGEST = 8 * 1024 * 1024;
/** snapveil's settings files of a project, in any folder. */
const PROJECT = /^\.snapveil(?:\.jsonc|\.yaml|ignore)$/;
/** Names of files beside the hook file, in which an agent may register hooks or switch them off. */
const SIBLING = /^(?:settings|hooks|config)[\w.-]*\.(?:json|toml|ya?ml)$/;

/** snapveil's settings and data, and the files in which the calling agent registers its hooks. */
export async function protectedPlaces({ dialect, cwd }: CallEvent, { io }: Call): Promise<ProtectedPlaces> {
  const files = await settingsFiles(io, cwd);
  const hookFiles = await filesOfHooks(dialect, cwd, io);
  const data = lastingDataDir(io);
  const folders = [userSettingsFolder(io), data, bareHome(data ?? "", homeOf(io.env), io.platform)].flatMap(
    (folder) => folder ?? [],
  );
  const all = [...folders, ...files.map(({ file }) => file), ...hookFiles].map(realPathOfNew);
  // A command on a whole project or home folder is not judged as one on the protected files in it.
  const large = [homeOf(io.env), ...(cwd === undefined ? [] : topFolders(cwd))].flatMap((folder) =>
    folder ? [realPathOfNew(folder)] : [],
  );
  const isLarge = (path: string) => large.some((folder) => isIn(folder, path));
  const hookFolders = new Set(hookFiles.map((file) => dirname(realPathOfNew(file))));
  const ends = all.map((place) => segmentsOf(place).slice(-2));
  const holds = (path: string, above: boolean) =>
    PROJECT.test(basename(path)) ||
    all.some((place) => isIn(path, place) || (above && !isLarge(path) && isIn(place, path))) ||
    (SIBLING.test(basename(path)) && hookFolders.has(dirname(path))) ||
    (/[*?[]/.test(path) && all.some((place) => standsFor(path, place, above)));
  // Answers are kept, since a long script names few paths, each of them many times.
  const besideHooks = () =>
    [...hookFolders].flatMap((folder) =>
      namesIn(folder).flatMap((name) => (SIBLING.test(name) ? [join(folder, name)] : [])),
    );
  let registered: readonly string[] | undefined;
  const known = [new Map<string, boolean>(), new Map<string, boolean>()] as const;
  return {
    holds(path, above) {
      const answers = known[above ? 1 : 0];
      let answer = answers.get(path);
      if (answer === undefined) answers.set(path, (answer = holds(path, above)));
      return answer;
    },
    isNamedIn: (text) =>
      /\.snapveil\.(?:jsonc|yaml)|snapveil[\\/](?:config\.|switch\.json)/.test(text) ||
      all.some((place) => text.includes(place)) ||
      ends.some((end) => text.includes(end.join("/"))),
    isPutTogetherIn: (text) => ends.some((end) => end.every((part) => text.includes(part))),
    registered: () =>
      (registered ??= [...new Set([...hookFiles.map(realPathOfNew), ...besideHooks()])].filter(isRegistration)),
  };
}

/** Whether a file registers hooks of snapveil: each of our lines holds the program's name. A file that cannot be read counts. */
function isRegistration(file: string): boolean {
  try {
    return isFile(file) && readRegularFile(file, LARGEST).bytes.includes("snapveil");
  } catch {
    return true;
  }
}

/** Whether a path with `*`, `?` or `[…]` may match a protected place, or with `above` a folder above it. */
function standsFor(glob: string, place: string, above: boolean): boolean {
  const [parts, names] = [segmentsOf(glob), segmentsOf(place)];
  const isLongEnough = above ? parts.length <= names.length : parts.length === names.length;
  return isLongEnough && parts.every((part, at) => mayMean(part, names[at]!));
}

function lastingDataDir({ env, lasting = env, platform }: Call["io"]): string | undefined {
  return dataDir({ env: lasting, platform });
}

async function filesOfHooks(dialect: string, cwd: string | undefined, io: Call["io"]): Promise<string[]> {
  const row = isAgentName(dialect) ? AGENTS[dialect] : undefined;
  const home = homeOf(io.env);
  if (!row || !("install" in row) || row.install === undefined || !home) return [];
  const { default: installer } = await row.install();
  const runtime = runtimePlace(lastingDataDir(io) ?? "", "", io.platform);
  const roots = cwd === undefined ? [home] : topFolders(cwd);
  return roots.flatMap((root) => {
    const where = { home, env: io.env, platform: io.platform, root, program: "", runtime };
    const own = Object.values(installer.files).flatMap((filesOf) => filesOf(where, []).map(({ path }) => path));
    return [...own, ...installer.alsoReads(where)];
  });
}
