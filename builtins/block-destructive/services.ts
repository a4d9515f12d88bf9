import { relative } from "node:path";

import { PROGRAMS, rowsOf, type Program } from "../../shell/doors/programs.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { isMadeAgain, isOfTests } from "../../worktree/doors/worktree.ts";
import { hostOf, isNear, isThisMachine } from "../hosts.ts";
import { isLocalCluster } from "./cluster-context.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import { slashed } from "./unrecorded-files.ts";

type Harm = NonNullable<Program["destroys"]>["what"];

/** Makes a rule for a kind of harm. The rows of the table of programs say which words of which programs do it. */
export function harmRule(what: Harm, row: Omit<HarmRule, "programs" | "matches" | "words">): HarmRule {
  const rows = PROGRAMS.filter(({ destroys }) => destroys !== undefined && destroys.what === what);
  const programs = [...new Set(rows.flatMap(({ names }) => names.split(" ")))].join(" ");
  return { ...row, programs, words: [], matches: (view) => isToldToDestroy(view, what) };
}

/**
 * Whether a command destroys something, by the table of programs. False for a dry run. Also false for a service on this
 * machine, except if a disk or the system is destroyed, and for a thing that belongs to tests, except if the harm is
 * catastrophic.
 */
export function isToldToDestroy(view: Told, what?: Harm): boolean {
  const { name, own } = view;
  if (own.some((word) => /^--?(?:dry-?run(?:=(?!none|false).*)?|dryrun|help|what-?if|preview-only)$/.test(word)))
    return false;
  const isCatastrophic = what === "disk" || what === "system" || what === "bucket";
  // A bucket on a host of the private network may be a real store, so only a stand-in on this machine is harmless.
  if (what !== "disk" && what !== "system" && speaksHere(view, isCatastrophic ? isStandIn : isNear)) return false;
  if (!isCatastrophic && own.slice(1).some(isOfTests)) return false;
  // `yes | terraform destroy` answers the question, as `--yes` does.
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

/** Variables with the address of a service, which its client reads. */
const ADDRESSES = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "STORAGE_EMULATOR_HOST", "DATASTORE_EMULATOR_HOST"];
const OF_CLUSTERS = /^(?:helm|istioctl|flux|helmfile|velero|argocd)$/;

/**
 * Whether a command works with a service on this machine, or mirrors to a folder of this machine that holds nothing of
 * value.
 */
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

/**
 * Whether a command mirrors to a folder of this machine that is temporary, does not exist, or holds output of builds.
 */
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
 * Whether a word is the address of a service on a host that `isHere` accepts: `--endpoint-url http://localhost:4566`.
 */
function isAddressOf(word: string, isHere: (host: string) => boolean): boolean {
  const text = word.replace(/^--[\w-]+=/, "");
  const host = /^https?:\/\//.test(text) ? hostOf(text) : undefined;
  return host !== undefined && isHere(host);
}

function isStandIn(host: string): boolean {
  return isThisMachine(host) || host === "localstack";
}
