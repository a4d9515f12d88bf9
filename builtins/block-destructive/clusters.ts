import { operandsOf, valuesOf } from "../../shell/read-options.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { HarmRule } from "./rule.ts";

const NONE: readonly string[] = [];
const PASSING = /(?:^|[-_./])(?:preview|pr|review|tmp|temp|ephemeral|sandbox|scratch)(?:$|[-_./\d])/i;
/** Kinds of objects that their owner makes again, or that hold nothing. */
const MADE_AGAIN = /^(?:po|pods?|jobs?|rs|replicasets?|ev|events?|leases?|cm|configmaps?|nodeclaims?)$/i;

/** Deletions in clusters. */
export const CLUSTERS: readonly HarmRule[] = [
  {
    name: "delete-namespace",
    level: "catastrophic",
    programs: "kubectl oc",
    does: "deletes a namespace with all that runs and is stored in it",
    instead: "Delete what is to go by its own name.",
    matches: ({ own }) => {
      const words = deleted(own);
      if (!isNamespace(words)) return false;
      return own.includes("--all") || !words.slice(words[0]!.includes("/") ? 0 : 1).every(isPassing);
    },
    hits: [
      "kubectl delete ns prod",
      "kubectl --context x delete namespace a b",
      "kubectl delete ns/prod",
      "oc delete project x",
      "kubectl delete ns --all",
    ],
    misses: [
      "kubectl get ns",
      "kubectl delete pod x -n prod",
      "kubectl delete ns x --dry-run=client",
      "kubectl delete ns preview-pr-12",
    ],
  },
  {
    name: "delete-all-of-kind",
    level: "unrecorded",
    programs: "kubectl oc",
    does: "deletes every object of a kind",
    instead: "Name the objects that are to go, or choose them with a label.",
    matches: ({ own }) => deleted(own).length > 0 && own.some((word) => /^--all(?:=true)?$/.test(word)),
    hits: ["kubectl delete pods --all", "kubectl delete pvc --all -n shop"],
    misses: ["kubectl delete pod x", "kubectl get pods --all-namespaces"],
  },
  {
    name: "delete-object",
    level: "unrecorded",
    programs: "kubectl oc",
    does: "deletes what a cluster runs or stores",
    instead: "Let the person do it, who sees what is in it.",
    matches: ({ own }) => {
      const words = deleted(own);
      const at = own.indexOf("delete");
      const files = words === NONE ? [] : valuesOf(own.slice(at), "fk --filename --kustomize");
      if (own.slice(at + 1).some(isOfTests)) return false;
      if (files.some((file) => !file.split(/[/._-]/).some((word) => MADE_AGAIN.test(word)))) return true;
      const kinds = words.slice(0, 1).flatMap((word) => word.replace(/\/.*$/s, "").split(","));
      return kinds.some((kind) => !MADE_AGAIN.test(kind)) && isNamed(own.slice(at + 1), words);
    },
    hits: [
      "kubectl delete pvc pgdata",
      "kubectl -n shop delete pv/x",
      "kubectl delete -f k8s/",
      "kubectl delete statefulset db",
      "kubectl delete pod,pvc -l app=db",
      "kubectl delete ns preview-pr-12",
    ],
    misses: [
      "kubectl delete pod x",
      "kubectl delete job/migrate",
      "kubectl delete pvc x --dry-run=server",
      "kubectl delete -f k8s/test/",
      "kubectl delete -f k8s/job.yaml",
      "kubectl apply -f k8s/",
      "kubectl config delete-context old",
      "kubectl get pvc -o delete",
    ],
  },
];

/** The words behind `delete` without options; none for a rehearsal. */
function deleted(own: readonly string[]): readonly string[] {
  const at = own.indexOf("delete");
  if (at === -1 || own.some((word) => /^--(?:dry-run(?:=(?!none)|$)|help$)/.test(word))) return NONE;
  return operandsOf(own.slice(at + 1), "nflko --namespace --context --selector --filename --kustomize --output");
}

function isNamespace(words: readonly string[]): boolean {
  return /^(?:ns|namespaces?|projects?)(?:\/|$)/.test(words[0] ?? "");
}

/** Whether objects are named, or chosen by a label. */
function isNamed(own: readonly string[], words: readonly string[]): boolean {
  return words.length > 1 || !!words[0]?.includes("/") || own.some((word) => /^(?:-l|--selector|--all)/.test(word));
}

/** A namespace that is made for a while. */
function isPassing(name: string): boolean {
  return isOfTests(name) || PASSING.test(name);
}
