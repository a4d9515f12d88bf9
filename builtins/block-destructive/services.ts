import { relative } from "node:path";

import { PROGRAMS, rowsOf, type Program } from "../../shell/doors/programs.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { isMadeAgain, isOfTests } from "../../worktree/doors/worktree.ts";
import { hostOf, isNear, isThisMachine } from "../hosts.ts";
import { isLocalCluster } from "./cluster-context.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import { slashed } from "./unrecorded-files.ts";

type Harm = NonNullable<Program["destroys"]>["what"];

/** A rule for a kind of harm: the programs' rows hold the words that do it. */
export function harmRule(what: Harm, row: Omit<HarmRule, "programs" | "matches" | "words">): HarmRule {
  const rows = PROGRAMS.filter(({ destroys }) => destroys !== undefined && destroys.what === what);
  const programs = [...new Set(rows.flatMap(({ names }) => names.split(" ")))].join(" ");
  return { ...row, programs, words: [], matches: (view) => isToldToDestroy(view, what) };
}

/**
 * Whether a command's words destroy something. No rehearsal counts. Below a catastrophe, no set-up of tests and no
 * service of this machine counts either.
 */
export function isToldToDestroy(view: Told, what?: Harm): boolean {
  const { name, own } = view;
  if (own.some((word) => /^--?(?:dry-?run(?:=(?!none|false).*)?|dryrun|help|what-?if|preview-only)$/.test(word)))
    return false;
  const isCatastrophic = what === "disk" || what === "system" || what === "bucket";
  // A private network may have a store of its own, in which a bucket is no trial.
  if (what !== "disk" && what !== "system" && speaksHere(view, isCatastrophic ? isStandIn : isNear)) return false;
  if (!isCatastrophic && own.slice(1).some(isOfTests)) return false;
  // `yes | terraform destroy`: the question is answered before it is asked.
  const isAnswered = what === "infrastructure" && view.fed?.some((text) => /^\s*y(?:es)?\s*$/i.test(text)) === true;
  const all = [...own, ...(isAnswered ? ["--yes", "--auto-approve"] : [])].join(" ");
  return rowsOf(name).some(
    ({ destroys, options = {} }) =>
      destroys !== undefined &&
      destroys.what === what &&
      (destroys.verb?.test(operandsOf(own, Object.values(options).join(" ")).join(" ")) || destroys.words?.test(all)) &&
      !destroys.harmless?.test(`${name} ${all}`),
  );
}

type Told = Pick<CommandView, "name" | "own"> & Partial<CommandView>;

/** Variables that name the address of a service for its client. */
const ADDRESSES = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "STORAGE_EMULATOR_HOST", "DATASTORE_EMULATOR_HOST"];
const OF_CLUSTERS = /^(?:helm|istioctl|flux|helmfile|velero|argocd)$/;

/** Whether a command speaks to a service on this machine, or copies to a folder here that nobody misses. */
function speaksHere(view: Told, isHere: (host: string) => boolean): boolean {
  const { own, assigned = [], variable } = view;
  const values = [
    ...assigned.map((word) => word.replace(/^\w+=/, "")),
    ...ADDRESSES.map((name) => variable?.(name) ?? ""),
  ];
  if ([...own, ...values].some((word) => isAddressOf(word, isHere))) return true;
  return isView(view) && ((OF_CLUSTERS.test(view.name) && isLocalCluster(view)) || arrivesHere(view));
}

function isView(view: Told): view is CommandView {
  return view.places !== undefined;
}

/** A mirror whose target is a folder of this machine that is temporary, not there yet, or made again. */
function arrivesHere({ own, places, disk, worktree = "/" }: CommandView): boolean {
  if (!own.some((word) => /^(?:sync|rsync|mirror)$/.test(word))) return false;
  const target = operandsOf(own, "--include --exclude --profile --region --endpoint-url --filter --transfers").at(-1);
  if (target === undefined || /^[\w+.-]{2,}:/.test(target)) return false;
  return places([target]).every(
    ({ kind, path }) =>
      kind === "temporary" ||
      (path !== undefined &&
        (!disk.isThere(path) || isMadeAgain(slashed(relative(worktree, path)), kind !== "inside"))),
  );
}

/**
 * Whether a word is the address of a service that runs here and stands in for the real one: `--endpoint-url
 * http://localhost:4566`.
 */
function isAddressOf(word: string, isHere: (host: string) => boolean): boolean {
  const text = word.replace(/^--[\w-]+=/, "");
  const host = /^https?:\/\//.test(text) ? hostOf(text) : undefined;
  return host !== undefined && isHere(host);
}

function isStandIn(host: string): boolean {
  return isThisMachine(host) || host === "localstack";
}
