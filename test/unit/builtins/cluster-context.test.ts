import { expect, test } from "vitest";

import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import { rulesOf } from "../../../builtins/block-destructive/rules.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

/** Whether a command on a cluster is objected to, while `~/.kube/config` has this context. */
function isStopped(context: string, script: string, env: Record<string, string> = {}): boolean {
  for (const [name, current] of Object.entries({ config: context, here: "kind-dev", far: '"prod"' }))
    world.write(`~/.kube/${name}`, `apiVersion: v1\ncurrent-context: ${current}\n`);
  const around = { cwd: world.cwd, home: world.home, temporary: ["/tmp"], repository: undefined };
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script.replaceAll("~", world.home), world.cwd, { around, io: { env }, rulesOf }, judged);
  return judged.findings.some(({ rule }) => rule.level !== "all");
}

const HARM = "kubectl delete ns shop";

test.each(["kind-dev", "k3d-dev", "minikube", "docker-desktop", "rancher-desktop", "orbstack", "colima-x", "microk8s"])(
  "a cluster of this machine may be emptied: %s",
  (context) => expect(isStopped(context, HARM)).toBe(false),
);

test.each<[context: string, script: string, file?: string]>([
  ["prod", `${HARM} --context kind-dev`],
  ["prod", `KUBECONFIG=~/.kube/here ${HARM}`],
  ["prod", `kubectl config use-context kind-dev && ${HARM}`],
  ["prod", `kubectx minikube; ${HARM}`],
  ["prod", `kind create cluster && ${HARM}`],
  ["prod", `k3d cluster create dev && ${HARM}`],
  ["prod", `minikube start; ${HARM}`],
  ["prod", HARM, "~/.kube/here"],
])("%s is the context of the file, and the command is for one of this machine: %s", (context, script, file) => {
  const env = file && { KUBECONFIG: file.replace("~", world.home) };
  expect(isStopped(context, script, env || {})).toBe(false);
});

test.each<[context: string, script: string, file?: string]>([
  ["prod", HARM],
  ["my-kind-dev", HARM],
  ["minikube-prod", HARM],
  ["kind-dev", `${HARM} --context prod`],
  ["kind-dev", `${HARM} --kubeconfig ~/.kube/far`],
  ["kind-dev", `${HARM} --kubeconfig=~/.kube/here`],
  ["kind-dev", `${HARM} --server https://prod.test`],
  ["kind-dev", `KUBECONFIG=~/.kube/far ${HARM}`],
  ["kind-dev", `KUBECONFIG=~/.kube/none ${HARM}`],
  ["kind-dev", `kubectl config use-context prod && ${HARM}`],
  ["kind-dev", `kubectx prod; ${HARM}`],
  ["kind-dev", `ssh web1 '${HARM}'`],
  ["kind-dev", HARM, "~/.kube/far"],
])("%s is the context of the file, and the cluster is another, or nobody knows: %s", (context, script, file) => {
  const env = file && { KUBECONFIG: file.replace("~", world.home) };
  expect(isStopped(context, script, env || {})).toBe(true);
});
