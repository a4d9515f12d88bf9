import { hasOption, operandsOf } from "../shell/read-options.ts";
import type { Rule } from "./rule.ts";

/** What tests set up, they set up again. */
const OF_TESTS = /(?:^|[._\W])(?:test|tests|ci|e2e)(?:$|[._\W\d])/i;
const ASK = "Let the person do it, who sees what is in it.";

/** What deletes in clusters, clouds and forges. */
export const CLOUD: readonly Rule[] = [
  {
    name: "delete-namespace",
    level: "catastrophic",
    programs: "kubectl oc",
    does: "deletes a namespace with all that runs and is stored in it",
    instead: "Delete what is to go by its own name.",
    matches: ({ own }) => {
      const words = deleted(own);
      return words.length > 0 && /^(?:ns|namespaces?|projects?)(?:\/|$)/.test(words[0]!) && isNamed(words);
    },
    hits: [
      "kubectl delete ns prod",
      "kubectl --context x delete namespace a b",
      "kubectl delete ns/prod",
      "oc delete project x",
    ],
    misses: ["kubectl get ns", "kubectl delete pod x -n prod", "kubectl delete ns x --dry-run=client"],
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
    name: "destroy-infrastructure",
    level: "unrecorded",
    programs: "terraform tofu terragrunt pulumi cdk",
    does: "takes down all that it once set up, without asking",
    instead: "Show the plan first (terraform plan -destroy), and let the person confirm it.",
    matches: ({ name, own }) => {
      if (name === "pulumi") return own[0] === "destroy" && hasOption(own, "yf", "--yes", "--skip-preview");
      if (name === "cdk") return own[0] === "destroy" && hasOption(own, "f", "--force");
      const isDestroyed =
        own.includes("destroy") || (own.includes("apply") && own.some((word) => /^--?destroy$/.test(word)));
      return isDestroyed && own.some((word) => /^--?(?:auto-approve|terragrunt-non-interactive)(?:=true)?$/.test(word));
    },
    hits: [
      "terraform destroy -auto-approve",
      "terraform -chdir=a apply -destroy -auto-approve",
      "pulumi destroy --yes",
    ],
    misses: ["terraform destroy", "terraform plan -destroy", "terraform apply -auto-approve"],
  },
  {
    name: "delete-volumes",
    level: "unrecorded",
    programs: "docker podman docker-compose podman-compose",
    does: "deletes volumes, which hold the data of databases and the like",
    instead: "Leave out the volumes.",
    matches: ({ name, own }) => {
      const words = operandsOf(own);
      if (own.some((word) => OF_TESTS.test(word))) return false;
      const [group = "", verb = ""] = name.endsWith("compose")
        ? ["compose", words.find((word) => word === "down")]
        : words;
      if (group === "system" && verb === "prune") return hasOption(own, "", "--volumes");
      if (group === "volume") return /^(?:rm|remove|prune)$/.test(verb);
      return group === "compose" && words.includes("down") && hasOption(own, "v", "--volumes");
    },
    hits: [
      "docker system prune -a --volumes",
      "docker volume rm x",
      "docker compose down -v",
      "docker-compose -f a.yml down -v",
    ],
    misses: [
      "docker compose -f docker-compose.test.yml down -v",
      "docker system prune -a",
      "docker compose down",
      "docker volume ls",
      "docker run --rm -v a:/b x",
    ],
  },
  {
    name: "delete-bucket",
    level: "catastrophic",
    programs: "aws",
    does: "deletes a bucket with every object in it",
    instead: "Leave out --force: only an empty bucket is then deleted.",
    matches: ({ own }) => has(own, "s3", "rb") && own.includes("--force"),
    hits: ["aws s3 rb s3://x --force", "aws --profile p s3 rb --force s3://x"],
    misses: ["aws s3 rb s3://x", "aws s3 ls"],
  },
  {
    name: "delete-in-cloud",
    level: "unrecorded",
    programs:
      "aws gsutil gcloud az gh glab npm pnpm yarn gem heroku helm rclone doctl hcloud fly flyctl vault consul etcdctl",
    does: "deletes data or a service that no checkpoint holds",
    instead: ASK,
    matches: ({ name, own }) => {
      const words = operandsOf(own);
      if (own.some((word) => /^--(?:dry-?run|help)/.test(word))) return false;
      switch (name) {
        case "aws":
          return (
            (has(own, "s3", "rm") && own.includes("--recursive")) ||
            (has(own, "s3", "sync") && own.includes("--delete")) ||
            own.some((word) => /^(?:delete-(?!tags?$)[\w-]+|terminate-instances)$/.test(word))
          );
        case "gsutil":
          return (words.includes("rm") && hasOption(own, "rR")) || (words.includes("rsync") && hasOption(own, "d"));
        case "gcloud":
          return has(own, "storage", "rm")
            ? hasOption(own, "rR", "--recursive")
            : words.includes("delete") && hasOption(own, "q", "--quiet");
        case "az":
          return words.includes("delete") && hasOption(own, "y", "--yes");
        case "npm":
        case "pnpm":
        case "yarn":
          return words.includes("unpublish");
        case "gem":
          return words[0] === "yank";
        case "helm":
          return /^(?:uninstall|delete|un|del)$/.test(words[0] ?? "");
        case "rclone":
          return /^(?:delete|purge|sync|deletefile)$/.test(words[0] ?? "");
        case "doctl":
        case "hcloud":
          return words.includes("delete");
        case "fly":
        case "flyctl":
          return words.some((word) => /^(?:destroy|delete)$/.test(word));
        case "vault":
        case "consul":
          return words.includes("delete") || words.includes("destroy");
        case "etcdctl":
          return words[0] === "del";
        case "heroku":
          return /^(?:apps:destroy|pg:reset)$/.test(words[0] ?? "");
        default:
          return /^(?:repo|release|project)$/.test(words[0] ?? "") && words[1] === "delete";
      }
    },
    hits: [
      "aws s3 rm s3://x --recursive",
      "gsutil -m rm -r gs://x",
      "gh repo delete a/b --yes",
      "gh release delete v1 --yes",
      "helm uninstall shop -n prod",
      "aws s3 sync ./dist s3://x --delete",
      "aws rds delete-db-instance --db-instance-identifier x",
      "az group delete -n x --yes",
    ],
    misses: [
      "aws s3 rm s3://x/a.txt",
      "gh repo view",
      "gcloud run services list",
      "aws s3 rm s3://x --recursive --dryrun",
    ],
  },
];

/** What stands behind `delete`, options left out; nothing where it is a rehearsal. */
function deleted(own: readonly string[]): readonly string[] {
  const at = own.indexOf("delete");
  if (at === -1 || own.some((word) => /^--(?:dry-run(?:=(?!none)|$)|help$)/.test(word))) return [];
  return operandsOf(own.slice(at + 1), /^(?:-n|-f|-l|-k|--namespace|--context|--selector)$/);
}

function isNamed(words: readonly string[]): boolean {
  return words.length > 1 || words[0]!.includes("/");
}

function has(own: readonly string[], ...verbs: readonly string[]): boolean {
  const at = own.indexOf(verbs[0]!);
  return at !== -1 && own[at + 1] === verbs[1];
}
