import { existsSync } from "node:fs";

import { printable } from "../../../kit/text.ts";
import { textOfFile } from "../../read-disk.ts";
import { folderAbove, toText, type GitPath } from "../../git-path.ts";

/**
 * Names of folders, a file beside such a folder or at the top of the worktree, and the command that makes the folder.
 */
const WAYS: readonly (readonly [folders: RegExp, file: string, command: string])[] = [
  [/^node_modules$/, "package-lock.json", "npm ci"],
  [/^node_modules$/, "npm-shrinkwrap.json", "npm ci"],
  [/^node_modules$/, "pnpm-lock.yaml", "pnpm install --frozen-lockfile"],
  [/^node_modules$/, "yarn.lock", "yarn install"],
  [/^node_modules$/, "bun.lock", "bun install"],
  [/^node_modules$/, "bun.lockb", "bun install"],
  [/^node_modules$/, "package.json", "npm install"],
  [/^\.?venv$/, "uv.lock", "uv sync"],
  [/^\.?venv$/, "poetry.lock", "poetry install"],
  [/^\.?venv$/, "Pipfile.lock", "pipenv sync"],
  [/^\.?venv$/, "requirements.txt", "python3 -m venv VENV && VENV/bin/pip install -r requirements.txt"],
  [/^target$/, "Cargo.toml", "cargo build"],
  [/^target$/, "pom.xml", "mvn package"],
  [/^(?:build|\.gradle)$/, "build.gradle", "gradle build"],
  [/^(?:build|\.gradle)$/, "build.gradle.kts", "gradle build"],
  [/^vendor$/, "composer.lock", "composer install"],
  [/^vendor$/, "Gemfile.lock", "bundle install"],
  [/^vendor$/, "go.mod", "go mod vendor"],
  [/^Pods$/, "Podfile.lock", "pod install"],
  [/^(?:deps|_build)$/, "mix.lock", "mix deps.get && mix compile"],
  [/^(?:dist|build|out|lib|\.next|\.nuxt|\.output|\.svelte-kit)$/, "package.json", "npm run build"],
];

/**
 * The command that makes a folder of output again, as the files beside the folder or at the top of the worktree tell;
 * `undefined` if they tell none.
 */
export function wayToMake(root: string, folder: GitPath): string | undefined {
  const above = folderAbove(folder.slice(0, -1));
  const name = toText(folder.slice(above.length, -1));
  const rows = WAYS.filter(([folders]) => folders.test(name));
  for (const place of new Set([above, ""])) {
    const found = rows.find(([, file, command]) => fits(`${root}/${toText(place)}${file}`, command));
    if (found) return `${place === "" ? "" : `in ${printable(toText(place))}: `}${found[2].replaceAll("VENV", name)}`;
  }
  return undefined;
}

/** Whether a file exists and, for a script of a package, names this script. */
function fits(file: string, command: string): boolean {
  return existsSync(file) && (command !== "npm run build" || /"build"\s*:/.test(textOfFile(file)));
}
