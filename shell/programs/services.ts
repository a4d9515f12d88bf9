import { pattern } from "../../kit/word-pattern.ts";
import type { Program, Reading } from "../program.ts";

/**
 * Matches one of some verbs as a whole word. `storage:delete` and `delete-batch` are words of their own and do not
 * match `delete`.
 */
export const verb = (words: string): RegExp => new RegExp(`(?:^| )(?:${words})(?= |$)`, "i");

/** Matches deletions by `gh api` that lose little, such as comments, labels and artifacts of runs. */
const LITTLE = pattern()`
  /(?:comments|reactions|labels|assignees|requested_reviewers|caches|artifacts|runs|subscriptions?|lock|issues/\d+
  |heads/(?!(?:main|master|trunk|develop|production)(?: |$)))\b
`;

/** Clients of services, and the arguments with which they delete data. */
export const SERVICES: readonly Program[] = [
  // Most clients have the same grammar: the kind of a thing, then a verb.
  {
    names:
      "doctl hcloud linode-cli vultr-cli scw ibmcloud oci openstack exo civo upctl aliyun pscale neonctl neon turso " +
      "atlas upstash eb copilot amplify sam serverless sls sst celery airflow temporal knife puppet zkcli.sh influx " +
      "nats crane skopeo regctl oras stripe",
    destroys: { verb: verb("(?:[\\w-]+-)?delete|del|deleteall|delete[a-z]+|rm|remove|destroy|terminate|purge") },
  },
  {
    names: "terraform tofu terragrunt",
    destroys: {
      what: "infrastructure",
      words: pattern()`
        ^(?=.*--?(?:auto-approve|terragrunt-non-interactive)(?:=true)?(?: |$))
        (?:.* )?(?:destroy|apply (?:.* )?--?(?:destroy|replace=\S+))(?: |$)
      `,
    },
  },
  {
    names: "pulumi cdk aws-cdk",
    destroys: {
      what: "infrastructure",
      words: /^(?:destroy|down) (?=.*(?<= )(?:-[a-z]*[yf]|--yes|--skip-preview|--force)(?: |$))/,
    },
  },
  {
    names: "docker podman nerdctl",
    destroys: {
      what: "container volume",
      words: pattern()`
        ^(?:.* )?system prune (?=.*--volumes)|^(?:container )?(?:rm|remove) (?=.*(?<= )(?:-\w*v|--volumes)(?: |$))
        |^volume (?:rm|remove|prune)(?: |$)|^compose (?:.* )?(?:down|rm) (?=.*(?<= )(?:-\w*v|--volumes)(?: |$))
      `,
    },
  },
  {
    names: "docker-compose podman-compose",
    destroys: {
      what: "container volume",
      words: /(?:^| )(?:down|rm) (?=.*(?<= )(?:-\w*v|--volumes)(?: |$))/,
    },
  },
  { names: "aws", destroys: { what: "bucket", words: /(?:^| )s3 rb (?=.*--force)/ } },
  { names: "hub", destroys: { verb: /^delete(?: |$)/ } },
  { names: "kubectl oc", destroys: { words: /^(?:.* )?drain (?=.*--delete-(?:emptydir|local)-data)/ } },
  { names: "podman", destroys: { verb: /^system reset(?: |$)/ } },
  {
    names: "aws",
    destroys: { words: /(?:^| )s3 (?:\S+ )*rm (?=.*--recursive)|(?:^| )s3 (?:\S+ )*sync (?=.*--delete)/ },
  },
  {
    names: "aws",
    destroys: {
      // The value of an option may look like a verb: `--stack-name delete-me`.
      words: pattern()`
        (?:^|\x20)(?<!(?:^|\x20)--(?!no-|debug)[\w-]+\x20)
        (?:(?:batch-)?delete-(?!tags?(?:\x20|$)|messages?(?:\x20|$))[\w-]+|deregister-(?!targets|instances)[\w-]+
        |release-(?:address|hosts)|terminate-instances|purge-queue|schedule-key-deletion)(?=\x20|$)
        |\bchange-resource-record-sets\x20.*"Action":\s?"DELETE"
      `,
      harmless: /^aws (?:\S+ )*help$/,
    },
  },
  {
    names: "gsutil",
    destroys: {
      words: /(?:^| )rm (?:.* )?-\w*[rR]|(?:^| )rb (?:.* )?-|(?:^| )rsync (?:.* )?-\w*d/,
      harmless: / rsync (?:.* )?-\w*n/,
    },
  },
  {
    names: "gcloud",
    destroys: { words: /(?:^| )storage rm (?=.*(?<= )(?:-[rR]\b|--recursive))|(?:^| )secrets versions destroy/ },
  },
  // Without a terminal, gcloud assumes that the person answers its question with yes.
  { names: "gcloud", destroys: { verb: verb("(?:bulk-)?delete|destroy") } },
  // Without a terminal, some deletions of az fail because they ask the person; other deletions do not ask.
  { names: "az", destroys: { verb: verb("delete(?:-batch)?|purge") } },
  { names: "bq", destroys: { words: /(?:^| )rm (?=.*(?<= )-\w*[rft])/ } },
  {
    names: "s3cmd s5cmd mc b2 swift",
    destroys: {
      words: /(?:^| )(?:rb|del|rm|delete|delete-bucket)(?: (?=.*(?:(?<= )-\w*r|\*|--all|--force))|$)|^bucket delete /,
    },
  },
  { names: "azcopy", destroys: { words: /^(?:remove|rm) |^sync (?=.*--delete-destination(?:=true)?(?: |$))/ } },
  {
    names: "lftp",
    destroys: { words: /\bmirror (?=.*(?<= )(?:-R|--reverse))(?=.*--delete)|(?:^|[ ;])(?:mrm|rm -r|glob rm) / },
  },
  { names: "istioctl flux", destroys: { verb: /^uninstall(?: |$)/ } },
  {
    names: "rclone",
    options: { other: "--config --transfers --checkers --bwlimit --log-file --log-level --include --exclude" },
    destroys: { verb: /^(?:delete|purge|sync|deletefile)(?: |$)/, harmless: / -[a-zA-Z]*n[a-zA-Z]*(?: |$)/ },
  },
  {
    names: "gh glab",
    options: { other: "R --repo" },
    destroys: {
      verb: pattern()`
        ^(?:repo|release|project|secret|variable|gist|snippet|codespace|cs|issue|mr)
        \x20(?:delete|remove|delete-asset)(?: |$)
      `,
    },
  },
  { names: "gh glab", destroys: { words: /^api (?:.* )?(?:-X ?|--method[= ])DELETE(?: |$)/i, harmless: LITTLE } },
  { names: "npm pnpm yarn vsce ovsx", destroys: { verb: verb("unpublish") } },
  { names: "gem cargo", destroys: { verb: verb("yank") } },
  { names: "pod dotnet nuget", destroys: { verb: /^(?:trunk delete|nuget delete|delete)(?: |$)/ } },
  { names: "huggingface-cli hf", destroys: { verb: /^(?:repo|repo-files) delete(?: |$)/ } },
  {
    names: "heroku",
    options: { other: "ar --app --remote" },
    destroys: { verb: /^(?:apps:destroy|pg:reset|addons:destroy|config:unset)(?: |$)/ },
  },
  { names: "fly flyctl railway", destroys: { verb: verb("destroy|delete|down") } },
  { names: "vercel now", destroys: { verb: /(?:^| )(?:remove|rm|del|delete)(?: |$)/ } },
  { names: "netlify netlify-cli ntl", destroys: { verb: verb("(?:sites|blobs):delete|env:unset|api delete\\w+") } },
  {
    names: "firebase firebase-tools",
    destroys: {
      verb: verb("firestore:delete|database:remove|functions:delete|apps:delete|storage:delete|hosting:disable"),
      harmless: /--?local\b/,
    },
  },
  {
    names: "supabase",
    destroys: {
      words: pattern()`
        ^(?:projects|functions|branches|storage|secrets|sso) (?:delete|rm|unset|remove)(?: |$)
        |^db reset (?=.*--(?:linked|db-url))
      `,
    },
  },
  {
    names: "wrangler",
    destroys: { verb: verb(String.raw`(?:kv:\w+ )?delete|r2 bucket delete|bulk delete`), harmless: /--local\b/ },
  },
  { names: "eksctl kops argocd flux velero", destroys: { verb: verb("delete"), harmless: /^(?!.*--yes)kops / } },
  {
    names: "helm",
    options: { other: "n --namespace --kube-context --kubeconfig --kube-apiserver --kube-token" },
    destroys: { verb: /^(?:uninstall|delete|un|del)(?: |$)/ },
  },
  { names: "nomad", destroys: { words: /^(?:job )?stop (?=.*(?<= )-purge)|^namespace delete / } },
  {
    names: "vault consul",
    destroys: { verb: verb("delete|destroy|(?:secrets|auth) disable|(?:token|lease) revoke") },
  },
  { names: "op bw pass gopass", destroys: { verb: /^(?:\w+ )?(?:delete|rm|remove)(?: |$)/ } },
  { names: "security", destroys: { verb: /^delete-/ } },
  { names: "doppler infisical", destroys: { verb: /^secrets delete(?: |$)|^projects delete(?: |$)/ } },
  {
    names: "etcdctl",
    options: { other: "--endpoints --cacert --cert --key --user --password --dial-timeout --command-timeout" },
    destroys: { verb: /^del(?: |$)/ },
  },
  { names: "terraform tofu terragrunt", destroys: { verb: /^(?:state rm|workspace delete)(?: |$)/ } },
  { names: "pulumi", options: { other: "Cs --cwd --stack" }, destroys: { verb: /^(?:stack rm|state delete)(?: |$)/ } },
  { names: "airflow", destroys: { verb: /^db (?:reset|clean)(?: |$)/ } },
  { names: "atlas", destroys: { words: /^schema clean(?: |$)/ } },
  { names: "ansible", destroys: { words: /(?:^|[ '"])state=absent\b/ } },
  {
    names: "kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh",
    destroys: { words: /(?:^| )--delete(?: |$)|(?:^| )--reset-offsets (?=.*--execute)/ },
  },
  { names: "kafka-delete-records kafka-delete-records.sh memcflush", destroys: { verb: /^/ } },
  { names: "dvc mlflow", destroys: { verb: /^gc(?: |$)/ } },
  { names: "rpk", destroys: { verb: /^(?:topic|group) delete(?: |$)/ } },
  {
    names: "rabbitmqctl rabbitmqadmin",
    destroys: { verb: verb("reset|force_reset|delete|delete_\\w+|purge|purge_queue") },
  },
  { names: "gpg gpg2", destroys: { words: /(?:^| )--delete-secret(?:-and-public)?-keys?(?: |$)/ } },
  {
    names: "restic",
    options: { other: "rpo --repo --repository-file --password-file --password-command --cache-dir --option" },
    destroys: { verb: /^(?:forget|prune)(?: |$)/ },
  },
  {
    names: "pgbackrest barman duplicity duplicacy wal-g",
    destroys: { verb: verb("stanza-delete|expire|delete|prune|remove-[\\w-]+") },
  },
  {
    names: "borg kopia",
    options: { other: "r --repo --rsh --remote-path --config-file" },
    destroys: { verb: /^(?:delete|prune|snapshot delete)(?: |$)/, harmless: /^borg (?:.* )?-[a-z]*n[a-z]*(?: |$)/ },
  },
  { names: "kubectl oc", reads: shownByKubectl },
];

/**
 * The files of a secret that kubectl prints but does not create: `create secret generic x --from-env-file=.env -o
 * yaml`.
 */
function shownByKubectl(own: readonly string[]): Reading {
  const isShown = own.some((word) => /^(?:-o|--output)/.test(word));
  return {
    files: isShown ? own.flatMap((word) => /^--from-(?:env-)?file=(?:[\w.-]+=)?(.+)$/s.exec(word)?.[1] ?? []) : [],
  };
}
