import { operandsOf } from "../../shell/read-options.ts";
import { hostOf, isNear } from "./hosts.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { View } from "./rule.ts";

/** A client of something elsewhere. */
interface Client {
  /** Names of programs between blanks. */
  readonly programs: string;
  /** What deletes, among its words without options. */
  readonly verb?: RegExp;
  /** The same among all of its words. */
  readonly words?: RegExp;
  /** Words with which nobody loses anything. */
  readonly harmless?: RegExp;
}

/** A verb that stands alone among the words; `storage:delete` and `delete-batch` are words of their own. */
const verb = (words: string) => new RegExp(`(?:^| )(?:${words})(?= |$)`, "i");
const YES = String.raw`(?:^|.* )(?:-[a-z]*[yq]|--yes|--quiet)(?: |$)`;

/** Of `gh api`: what is written about something, and what a run leaves, is little. */
const LITTLE =
  /\/(?:comments|reactions|labels|assignees|requested_reviewers|caches|artifacts|runs|subscriptions?|lock|issues\/\d+|heads\/(?!(?:main|master|trunk|develop|production)(?: |$)))\b/;

/** One row a client: to make another one known, add a row. */
const CLIENTS: readonly Client[] = [
  { programs: "aws", words: /(?:^| )s3 (?:\S+ )*rm (?=.*--recursive)|(?:^| )s3 (?:\S+ )*sync (?=.*--delete)/ },
  {
    programs: "aws",
    verb: verb(
      String.raw`(?:batch-)?delete-(?!tags?(?: |$)|messages?(?: |$))[\w-]+|terminate-instances|purge-queue|schedule-key-deletion`,
    ),
  },
  { programs: "gsutil", words: /(?:^| )rm (?:.* )?-\w*[rR]|(?:^| )rb (?:.* )?-|(?:^| )rsync (?:.* )?-\w*d/ },
  { programs: "gcloud", words: /(?:^| )storage rm (?=.*(?:-[rR]\b|--recursive))|(?:^| )secrets versions destroy/ },
  { programs: "gcloud", words: new RegExp(`^(?=${YES})(?:.* )?delete(?: |$)`) },
  { programs: "az", words: new RegExp(`^(?=${YES})(?:.* )?(?:delete|purge)(?: |$)`) },
  { programs: "az", verb: /(?:^| )(?:storage|keyvault|cosmosdb) (?:\S+ )*(?:delete(?:-batch)?|purge)(?: |$)/ },
  { programs: "bq", words: /(?:^| )rm (?=.*-\w*[rft])/ },
  {
    programs: "doctl hcloud linode-cli vultr-cli scw ibmcloud oci openstack exo civo upctl",
    verb: verb("delete|rm|destroy|terminate"),
  },
  {
    programs: "s3cmd s5cmd mc b2 swift",
    words: /(?:^| )(?:rb|del|rm|delete|delete-bucket)(?: (?=.*(?:-\w*r|\*|--all))|$)/,
  },
  { programs: "rclone", verb: /^(?:delete|purge|sync|deletefile)(?: |$)/ },
  {
    programs: "gh glab",
    verb: /^(?:repo|release|project|secret|variable|gist|snippet|codespace|cs|issue) (?:delete|remove|delete-asset)(?: |$)/,
  },
  {
    programs: "gh glab",
    words: /^api (?:.* )?(?:-X ?|--method[= ])DELETE(?: |$)/i,
    harmless: LITTLE,
  },
  { programs: "npm pnpm yarn vsce ovsx", verb: verb("unpublish") },
  { programs: "gem cargo", verb: verb("yank") },
  { programs: "pod dotnet nuget", verb: /^(?:trunk delete|nuget delete|delete)(?: |$)/ },
  { programs: "huggingface-cli hf", verb: /^(?:repo|repo-files) delete(?: |$)/ },
  { programs: "heroku", verb: /^(?:apps:destroy|pg:reset|addons:destroy|config:unset)(?: |$)/ },
  { programs: "fly flyctl railway", verb: verb("destroy|delete|down") },
  { programs: "vercel now", verb: /(?:^| )(?:remove|rm|del|delete)(?: |$)/ },
  { programs: "netlify ntl", verb: verb("(?:sites|blobs):delete|env:unset|api delete\\w+") },
  {
    programs: "firebase",
    verb: verb("firestore:delete|database:remove|functions:delete|apps:delete|storage:delete|hosting:disable"),
    harmless: /--?local\b/,
  },
  {
    programs: "supabase",
    words:
      /^(?:projects|functions|branches|storage|secrets|sso) (?:delete|rm|unset|remove)(?: |$)|^db reset (?=.*--(?:linked|db-url))/,
  },
  {
    programs: "wrangler",
    verb: verb(String.raw`(?:kv:\w+ )?delete|r2 bucket delete|bulk delete`),
    harmless: /--local\b/,
  },
  { programs: "pscale neonctl neon turso atlas upstash", verb: verb("delete|destroy|rm") },
  { programs: "eb copilot amplify sam serverless sls", verb: verb("terminate|delete|remove") },
  { programs: "eksctl kops argocd flux velero", verb: verb("delete"), harmless: /^(?!.*--yes)kops / },
  { programs: "helm", verb: /^(?:uninstall|delete|un|del)(?: |$)/ },
  { programs: "nomad", words: /^(?:job )?stop (?=.*-purge)|^namespace delete / },
  { programs: "vault consul", verb: verb("delete|destroy") },
  { programs: "doppler infisical", verb: /^secrets delete(?: |$)|^projects delete(?: |$)/ },
  { programs: "etcdctl", verb: /^del(?: |$)/ },
  { programs: "terraform tofu terragrunt", verb: /^(?:state rm|workspace delete)(?: |$)/ },
  { programs: "pulumi", verb: /^(?:stack rm|state delete)(?: |$)/ },
  { programs: "ansible", words: /(?:^|[ '"])state=absent\b/ },
  {
    programs: "kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh",
    words: /(?:^| )--delete(?: |$)/,
  },
  { programs: "rpk", verb: /^(?:topic|group) delete(?: |$)/ },
  { programs: "influx", verb: verb("delete") },
  { programs: "rabbitmqctl rabbitmqadmin", verb: verb("reset|force_reset|delete|delete_\\w+|purge|purge_queue") },
  { programs: "nats", verb: verb("rm|purge|del") },
  { programs: "crane skopeo regctl oras", verb: verb("delete|rm") },
  { programs: "restic borg kopia", verb: /^(?:forget|delete|prune|snapshot delete)(?: |$)/ },
];

export const CLIENT_PROGRAMS = [...new Set(CLIENTS.flatMap(({ programs }) => programs.split(" ")))].join(" ");

/** Whether a client is told to delete; not where it only shows what it would do, or a test set it up. */
export function isServiceDeletion({ name, own }: Pick<View, "name" | "own">): boolean {
  if (own.some((word) => /^--?(?:dry-?run(?:=(?!none|false).*)?|dryrun|help|what-?if)$/.test(word))) return false;
  if (own.slice(1).some(isOfTests) || own.some((word) => isAddressNear(word))) return false;
  const [all, operands] = [own.join(" "), operandsOf(own).join(" ")];
  return CLIENTS.some(
    ({ programs, verb: deletes, words, harmless }) =>
      programs.split(" ").includes(name) &&
      (deletes?.test(operands) || words?.test(all)) &&
      !harmless?.test(`${name} ${all}`),
  );
}

/** `--endpoint-url http://localhost:4566`: a service that runs here stands in for the other one. */
function isAddressNear(word: string): boolean {
  const text = word.replace(/^--[\w-]+=/, "");
  const host = /^https?:\/\//.test(text) ? hostOf(text) : undefined;
  return host !== undefined && isNear(host);
}
