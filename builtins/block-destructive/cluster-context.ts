import { readFileSync } from "node:fs";
import { join } from "node:path";

import { anyOf } from "../../kit/word-pattern.ts";
import { valuesOf } from "../../shell/doors/options.ts";
import type { CommandView } from "./rule.ts";

/** Names of the contexts that kind, k3d, minikube and their like give to a cluster on this machine. */
const HERE = anyOf(
  String.raw`^kind- ^k3d- ^minikube$ ^docker-(?:desktop|for-desktop)$ ^rancher-desktop$ ^orbstack$ ^colima ^microk8s$`,
);

/**
 * Whether a command works on a cluster on this machine, which is made for trials. The name of the context decides: the
 * context that the command names, else the one that an earlier command of the call selected, else the one in the
 * client's settings file.
 */
export function isLocalCluster(view: CommandView): boolean {
  const { own, variable, assigned, home } = view;
  const named = valuesOf(own, "--context --kube-context").at(-1);
  if (named !== undefined || view.elsewhere) return HERE.test(named ?? "");
  if (own.some((word) => /^--(?:kubeconfig|server|kube-apiserver)\b/.test(word))) return false;
  const context = view.chosenContext;
  if (context !== undefined) return HERE.test(context);
  const ofCall = assigned.find((word) => word.startsWith("KUBECONFIG="))?.slice("KUBECONFIG=".length);
  const file = ofCall ?? variable("KUBECONFIG") ?? (home === undefined ? undefined : join(home, ".kube/config"));
  return file !== undefined && HERE.test(currentContext(file) ?? "");
}

function currentContext(file: string): string | undefined {
  try {
    return /^current-context:[ \t]*["']?([^\s"']+)/m.exec(readFileSync(file, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** The context that a command selects for later commands; `undefined` if it selects none. */
export function contextChosen({ name, own }: Pick<CommandView, "name" | "own">): string | undefined {
  if (name === "kubectl" || name === "oc") {
    const chooses = own[0] === "config" && /^(?:use-context|use|set-context)$/.test(own[1] ?? "");
    return chooses ? own[2] : undefined;
  }
  if (name === "kubectx") return own[0];
  if (name !== "kind" && name !== "k3d" && name !== "minikube") return undefined;
  const makes = /^(?:create cluster|cluster create|start)(?: |$)/.test(own.join(" "));
  if (!makes) return undefined;
  const label = valuesOf(own, "np --name --profile").at(-1);
  if (name === "kind") return `kind-${label ?? "kind"}`;
  if (name === "k3d") return `k3d-${own[2] ?? ""}`;
  return name === "minikube" ? "minikube" : undefined;
}
