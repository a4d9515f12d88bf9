import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import { expandPattern } from "../expand-pattern.ts";
import { textIn } from "./walked-files.ts";

/** A package that a command publishes. */
export interface PublishedPackage {
  readonly folder: string;
  /** The top of the workspaces, if its ignore files count as well: npm alone reads these, and not for a package's path. */
  readonly top?: string;
}

const EACH = /^(?:-r|--recursive|-ws|--workspaces|foreach)$/;
/** The most folders above a package that are looked at. */
const HIGHEST = 8;

/** The packages of workspaces that a command publishes from a folder; the folder itself if it names none. */
export function packagesOf(program: string, folder: string, own: readonly string[]): readonly PublishedPackage[] {
  const { valuesOf } = parseOptions(own, "wF --workspace --filter");
  const yarns = own.flatMap((word, n) => (own[n - 1] === "workspace" ? [word] : []));
  const named = [...valuesOf("w --workspace"), ...valuesOf("F --filter"), ...yarns];
  const isEach = own.some((word) => EACH.test(word));
  if (named.length === 0 && !isEach) return [{ folder, ...(program === "npm" && topAbove(folder)) }];
  const all = workspacesOf(folder);
  const chosen =
    isEach || named.some((name) => /[*[\]{}!^]|\.\.\./.test(name)) ? all : all.filter(isNamedBy(named, folder));
  const top = program === "npm" ? { top: folder } : {};
  return chosen.length === 0 ? [{ folder }] : chosen.map((one) => ({ folder: one, ...top }));
}

function isNamedBy(named: readonly string[], top: string): (folder: string) => boolean {
  return (folder) => named.some((name) => join(top, name) === folder || descriptionIn(folder)?.["name"] === name);
}

/** The top of the workspaces to which a folder belongs. */
function topAbove(folder: string): { readonly top?: string } {
  let above = folder;
  for (let left = HIGHEST; left > 0 && dirname(above) !== above; left -= 1) {
    above = dirname(above);
    if (workspacesOf(above).includes(folder)) return { top: above };
  }
  return {};
}

/** The absolute paths of the packages that a folder's package.json, or its pnpm-workspace.yaml, names. */
function workspacesOf(folder: string): readonly string[] {
  const described = descriptionIn(folder)?.["workspaces"];
  const listed = isObject(described) ? described["packages"] : described;
  const names = Array.isArray(listed) ? listed.filter((one): one is string => typeof one === "string") : [];
  const found = [...names, ...namesOfPnpm(join(folder, "pnpm-workspace.yaml"))]
    .filter((name) => !name.startsWith("!") && relative(folder, join(folder, name)) !== "")
    .flatMap((name) => expandPattern(join(folder, name.replaceAll("**", "*"))));
  return [...new Set(found)].filter((one) => existsSync(join(one, "package.json")));
}

/** The list `packages` of a pnpm-workspace.yaml. */
function namesOfPnpm(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const [, list = ""] = /^packages:[ \t]*\n((?:[ \t]*(?:-.*|#.*)?\n?)*)/m.exec(textIn(file)) ?? [];
  return [...list.matchAll(/^[ \t]*-[ \t]*(["']?)(.+?)\1[ \t]*$/gm)].map(([, , name]) => name!);
}

/** The package.json of a folder; `undefined` if it is missing or invalid. */
export function descriptionIn(folder: string): JsonObject | undefined {
  try {
    const described = JSON.parse(textIn(join(folder, "package.json"))) as Json;
    return isObject(described) ? described : undefined;
  } catch {
    return undefined; // npm publishes no folder without a valid package.json
  }
}
