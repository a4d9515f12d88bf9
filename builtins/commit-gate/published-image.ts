import ignore from "ignore";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { parseOptions } from "../../shell/doors/options.ts";
import { leavesOutOfImage, parseIgnoreLines } from "./ignore-lines.ts";
import { textIn, walkedFiles } from "./walked-files.ts";

/** A build of a container's image. */
export interface ImageBuild {
  /** The folder whose files a build may copy. */
  readonly context: string;
  readonly dockerfile: string;
  /** The stage that is built; absent: the last one. */
  readonly stage?: string;
}

/** Options of `docker build` that take a value. */
const VALUES =
  "ftmc --file --tag --target --build-arg --build-context --cache-from --cache-to --platform --output --secret --ssh " +
  "--label --network --progress --builder --iidfile --metadata-file --add-host --memory --isolation --ulimit --attest";

/** The build of `docker build [OPTIONS] CONTEXT`. @param at turns a word into a path */
export function buildOf(own: readonly string[], at: (word: string) => string): ImageBuild {
  const { operands, valuesOf } = parseOptions(own, VALUES);
  const context = at(operands.findLast((word) => !/^(?:buildx|image|build)$/.test(word)) ?? ".");
  const file = valuesOf("f --file").at(-1);
  const stage = valuesOf("--target").at(-1);
  return { context, dockerfile: file === undefined ? join(context, "Dockerfile") : at(file), ...(stage && { stage }) };
}

/** The files that an image takes from its build's folder, relative to the folder. */
export function filesOfImage({ context, dockerfile, stage }: ImageBuild): readonly string[] {
  if (!existsSync(dockerfile)) return [];
  const sources = sourcesOf(textIn(dockerfile), stage);
  if (sources.length === 0) return [];
  const rules = [`${dockerfile}.dockerignore`, join(context, ".dockerignore")].find((path) => existsSync(path));
  const lines = parseIgnoreLines(rules === undefined ? "" : textIn(rules), "docker");
  const isAll = sources.some((source) => /^\.?\/?\*?$/.test(source));
  const taken = ignore().add(sources.map(fromRoot));
  return walkedFiles(context).filter((file) => !leavesOutOfImage(lines, file) && (isAll || taken.ignores(file)));
}

/** A source of COPY as a pattern of .gitignore, which counts from the context's folder. */
function fromRoot(source: string): string {
  return `/${source.replace(/^\.?\//, "")}`;
}

interface Stage {
  readonly name: string | undefined;
  /** The image, or the name of an earlier stage, with whose files the stage begins. */
  readonly base: string;
  readonly sources: string[];
}

/**
 * The paths of the context that the built stage, and those stages that it begins with, copy. What a stage copies from
 * another stage is not known.
 */
function sourcesOf(dockerfile: string, wanted: string | undefined): readonly string[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const [, word = "", rest = ""] = /^\s*(FROM|COPY|ADD)\s+(.*?)\s*$/i.exec(line) ?? [];
    if (word === "") continue;
    const words = wordsOf(rest).filter((one) => !one.startsWith("--"));
    if (word.toUpperCase() === "FROM") {
      const name = /^as$/i.test(words[1] ?? "") ? words[2]?.toLowerCase() : undefined;
      stages.push({ name, base: (words[0] ?? "").toLowerCase(), sources: [] });
    } else if (!/--from=/.test(rest))
      stages.at(-1)?.sources.push(...words.slice(0, -1).filter((one) => !/^(?:https?:|git@|<<)/.test(one)));
  }
  const sources: string[] = [];
  const named = (name: string) => stages.findIndex((one) => one.name === name);
  let at = wanted === undefined ? stages.length - 1 : named(wanted.toLowerCase());
  while (at >= 0) {
    sources.push(...stages[at]!.sources);
    const base = named(stages[at]!.base);
    at = base < at ? base : -1;
  }
  return sources;
}

/** The words of an instruction, which may be a list of JSON: `["a", "b"]`. */
function wordsOf(rest: string): readonly string[] {
  const list = /\[.*\]$/s.exec(rest)?.[0];
  return list === undefined
    ? rest.split(/\s+/)
    : Array.from(list.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word]) => word!);
}
