import { hasOption, operandsOf } from "../../shell/read-options.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { Rule } from "./rule.ts";
import { CLIENT_PROGRAMS, isServiceDeletion } from "./services.ts";

/** What deletes in clouds and forges, with volumes of containers. */
export const CLOUD: readonly Rule[] = [
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
      if (own.some(isOfTests)) return false;
      const [group = "", verb = ""] = name.endsWith("compose") ? ["compose"] : words;
      if (group === "system" && verb === "prune") return hasOption(own, "", "--volumes");
      if (/^(?:rm|remove)$/.test(group) || (group === "container" && /^(?:rm|remove)$/.test(verb)))
        return hasOption(own, "v", "--volumes");
      if (group === "volume") return /^(?:rm|remove|prune)$/.test(verb);
      return (
        group === "compose" && words.some((word) => /^(?:down|rm)$/.test(word)) && hasOption(own, "v", "--volumes")
      );
    },
    hits: [
      "docker system prune -a --volumes",
      "docker volume rm x",
      "docker rm -fv db",
      "docker compose down -v",
      "docker compose rm -fsv db",
      "docker-compose -f a.yml down -v",
    ],
    misses: [
      "docker compose -f docker-compose.test.yml down -v",
      "docker system prune -a",
      "docker compose down",
      "docker volume ls",
      "docker rm -f db",
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
    programs: CLIENT_PROGRAMS,
    does: "deletes data or a service that no checkpoint holds",
    instead: "Let the person do it, who sees what is in it.",
    matches: isServiceDeletion,
    hits: [
      "aws s3 rm s3://x --recursive",
      "aws --profile p s3 sync ./dist s3://x --delete",
      "aws rds delete-db-instance --db-instance-identifier x",
      "gsutil -m rm -r gs://x",
      "gcloud sql instances delete x -q",
      "az group delete -n x --yes",
      "az storage blob delete-batch -s x",
      "bq rm -r -f data",
      "linode-cli linodes delete 1",
      "gh repo delete a/b --yes",
      "gh release delete v1 --yes",
      "gh secret delete TOKEN",
      "gh api -X DELETE repos/a/b",
      "npm unpublish x@1.0.0 --force",
      "cargo yank --version 1.0.0 x",
      "heroku pg:reset DATABASE_URL",
      "vercel remove shop --yes",
      "vercel env rm KEY production",
      "netlify sites:delete x",
      "firebase firestore:delete --all-collections -f",
      "supabase projects delete x",
      "supabase db reset --linked",
      "npx wrangler d1 delete shop -y",
      "helm uninstall shop -n prod",
      "terraform state rm aws_db_instance.main",
      "ansible web -m file -a 'path=/srv/app state=absent'",
      "kafka-topics.sh --bootstrap-server x:9092 --delete --topic orders",
      "influx bucket delete -n x",
      "rabbitmqctl reset",
    ],
    misses: [
      "aws s3 rm s3://x/a.txt",
      "aws s3 rm s3://x --recursive --dryrun",
      "aws s3 rm s3://shop-test --recursive",
      "aws --endpoint-url=http://localhost:4566 s3 rm s3://x --recursive",
      "aws s3 cp dist s3://x --recursive",
      "gcloud run services list",
      "gh repo view",
      "gh run delete 1",
      "gh api -X DELETE repos/a/b/issues/comments/1",
      "gh api repos/a/b",
      "gh pr comment 1 --body 'delete it'",
      "vercel deploy",
      "netlify deploy",
      "firebase deploy",
      "supabase db reset",
      "wrangler d1 execute shop --local --command 'SELECT 1'",
      "minikube delete",
      "helm template x",
      "terraform state list",
      "kafka-topics.sh --list",
      "rabbitmqctl status",
    ],
  },
];

function has(own: readonly string[], ...verbs: readonly string[]): boolean {
  const at = own.indexOf(verbs[0]!);
  return at !== -1 && own[at + 1] === verbs[1];
}
