import { operandsOf, valuesOf } from "../../shell/doors/options.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import { isLocalCluster } from "./cluster-context.ts";
import type { HarmRule } from "./rule.ts";

const NONE: readonly string[] = [];
const PASSING = /(?:^|[-_./])(?:preview|pr|review|tmp|temp|ephemeral|sandbox|scratch)(?:$|[-_./\d])/i;
/** Kinds of Kubernetes objects that a controller creates again after a deletion, or that hold no data. */
const MADE_AGAIN = /^(?:po|pods?|jobs?|rs|replicasets?|ev|events?|leases?|cm|configmaps?|nodeclaims?)$/i;

/** Rules for deletions in Kubernetes clusters. */
export const CLUSTERS: readonly HarmRule[] = [
  {
    name: "delete-namespace",
    level: "catastrophic",
    programs: "kubectl oc",
    words: /\bdelete\b/,
    does: "deletes a namespace with all that runs and is stored in it",
    instead: "Delete the one object by its name.",
    matches: (view) => {
      const { own } = view;
      const words = deleted(own);
      if (!isNamespace(words) || isLocalCluster(view)) return false;
      return own.includes("--all") || !words.slice(words[0]!.includes("/") ? 0 : 1).every(isPassing);
    },
  },
  {
    name: "delete-all-of-kind",
    level: "unrecorded",
    programs: "kubectl oc",
    words: /\bdelete\b|--prune\b/,
    does: "deletes every object of a kind",
    instead: "Name the objects to delete, or choose them with a label.",
    matches: (view) =>
      (deleted(view.own).length > 0 || prunes(view.own)) &&
      view.own.some((word) => /^--all(?:=true)?$/.test(word)) &&
      !isLocalCluster(view),
  },
  {
    name: "delete-object",
    level: "unrecorded",
    programs: "kubectl oc",
    words: /\bdelete\b/,
    does: "deletes what a cluster runs or stores",
    instead: "Let the person do it, who can look at the content.",
    matches: (view) => {
      const { own } = view;
      if (isLocalCluster(view)) return false;
      const words = deleted(own);
      const at = own.indexOf("delete");
      const files = words === NONE ? [] : valuesOf(own.slice(at), "fk --filename --kustomize");
      if (own.slice(at + 1).some(isOfTests)) return false;
      if (files.some((file) => !file.split(/[/._-]/).some((word) => MADE_AGAIN.test(word)))) return true;
      const isListed = view.takesWords && words !== NONE && words.length < 2;
      const kinds = (isListed ? [words[0] ?? kindListed(view.piped)] : words.slice(0, 1)).flatMap((word) =>
        word.replace(/\/.*$/s, "").split(","),
      );
      return kinds.some((kind) => !MADE_AGAIN.test(kind)) && (isListed || isNamed(own.slice(at + 1), words));
    },
  },
];

/** Whether a command deletes each object that its files do not name. */
function prunes(own: readonly string[]): boolean {
  return own.includes("apply") && own.includes("--prune") && !own.some((word) => word.startsWith("--dry-run"));
}

/** The words of a command behind `delete`, without options; none if the command is a dry run. */
function deleted(own: readonly string[]): readonly string[] {
  const at = own.indexOf("delete");
  if (at === -1 || own.some((word) => /^--(?:dry-run(?:=(?!none)|$)|help$)/.test(word))) return NONE;
  return operandsOf(own.slice(at + 1), "nflko --namespace --context --selector --filename --kustomize --output");
}

/**
 * The kind of the objects that another kubectl of the pipeline lists: `kubectl get pvc -o name | xargs kubectl delete`.
 * An empty text if it is unknown.
 */
function kindListed(piped: readonly string[]): string {
  const at = piped.indexOf("get");
  return at === -1 ? "" : (operandsOf(piped.slice(at + 1), "nlo")[0] ?? "");
}

function isNamespace(words: readonly string[]): boolean {
  return /^(?:ns|namespaces?|projects?)(?:\/|$)/.test(words[0] ?? "");
}

/** Whether a command names its objects, or selects them by a label. */
function isNamed(own: readonly string[], words: readonly string[]): boolean {
  return words.length > 1 || !!words[0]?.includes("/") || own.some((word) => /^(?:-l|--selector|--all)/.test(word));
}

/**
 * Whether a namespace is temporary by its name: a test's, or one for a preview or a pull request (`preview`, `pr-12`).
 */
function isPassing(name: string): boolean {
  return isOfTests(name) || PASSING.test(name);
}
