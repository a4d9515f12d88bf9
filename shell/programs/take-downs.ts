import { pattern } from "../../kit/word-pattern.ts";
import type { Program } from "../program.ts";
import { verb } from "./services.ts";

/** Clients of services, and the arguments with which they stop running services or remove permissions and versions. */
export const TAKE_DOWNS: readonly Program[] = [
  {
    names: "terraform tofu terragrunt",
    destroys: {
      what: "running service",
      words: /^(?:-\S+ |run-all |run --all )*(?:destroy|taint |apply (?:.* )?--?(?:destroy|replace[= ]))/,
    },
  },
  { names: "pulumi cdk aws-cdk", destroys: { what: "running service", verb: /^(?:destroy|down)(?: |$)/ } },
  {
    names: "kubectl oc",
    destroys: {
      what: "running service",
      words: /^(?:.* )?(?:scale (?=.*--replicas[= ]0(?: |$))|drain |replace (?=.*--force(?: |$)))/,
    },
  },
  { names: "docker", destroys: { what: "running service", verb: /^(?:stack (?:rm|down|remove)|swarm leave)(?: |$)/ } },
  { names: "heroku", destroys: { what: "running service", words: /^ps:scale (?:.* )?\w+=0(?: |$)|^ps:stop(?: |$)/ } },
  { names: "fly flyctl", destroys: { what: "running service", words: /^scale count (?:.* )?0(?: |$)/ } },
  {
    names: "aws",
    destroys: {
      what: "running service",
      words: /(?:^| )stop-(?:instances|db-\w+)(?: |$)|--desired-(?:count|capacity)[= ]0(?: |$)/,
    },
  },
  {
    names: "gcloud az",
    destroys: { what: "running service", verb: /(?:^| )(?:instances|vm) (?:stop|deallocate)(?: |$)/ },
  },
  {
    names: "docker podman nerdctl",
    destroys: {
      what: "container",
      words: pattern()`
        ^(?:system|container) prune(?: |$)|^image prune (?=.*(?<= )(?:-\w*a|--all))
        |^(?:container |image )?(?:rmi?|remove) (?=.*\$\()(?:.* )?(?:-\w*f|--force)(?: |$)
      `,
    },
  },
  {
    names: "npm pnpm yarn",
    destroys: {
      what: "access",
      verb: pattern()`
        ^(?:npm )?(?:deprecate|owner (?:rm|remove)|access revoke|token (?:revoke|delete)
        |dist-tags? (?:rm|remove))(?: |$)
      `,
    },
  },
  {
    names: "aws",
    destroys: {
      what: "access",
      verb: verb(
        String.raw`(?:remove|detach)-(?:user|role|group|permission|policy)[\w-]*|revoke-[\w-]+|deactivate-[\w-]+`,
      ),
    },
  },
  { names: "gcloud", destroys: { what: "access", verb: verb("remove-iam-policy-binding") } },
  {
    names: "gh glab",
    destroys: {
      what: "access",
      verb: /^(?:(?:ssh|gpg|deploy)-key|repo deploy-key) delete(?: |$)|^repo (?:archive|rename)(?: |$)/,
    },
  },
];
