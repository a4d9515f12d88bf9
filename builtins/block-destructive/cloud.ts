import { rowsOf } from "../../shell/doors/programs.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import type { CommandView, HarmRule } from "./rule.ts";
import { CLOUD_THINGS } from "./cloud-things.ts";
import { harmRule } from "./services.ts";

/** Rules for deletions in clouds, on forges such as GitHub, and of containers and their volumes. */
export const CLOUD: readonly HarmRule[] = [
  harmRule("infrastructure", {
    name: "destroy-infrastructure",
    level: "unrecorded",
    does: "takes down all that it once set up, without asking",
    instead:
      "Show first what would be destroyed (`terraform plan -destroy`, `pulumi preview`), and let the person confirm it.",
  }),
  harmRule("running service", {
    name: "take-down",
    level: "all",
    does: "takes down what runs elsewhere, or makes it anew",
    instead:
      "Show first what would be destroyed (`terraform plan -destroy`, `pulumi preview`), and let the person confirm it.",
  }),
  harmRule("container", {
    name: "prune-containers",
    level: "all",
    does: "deletes containers with the files in them, or images, without naming any",
    instead: "Name the containers or images to delete.",
  }),
  harmRule("container volume", {
    name: "delete-volumes",
    level: "unrecorded",
    does: "deletes volumes, which hold the data of databases and the like",
    instead: "Leave the volumes: without -v or --volumes, only the containers are removed. Save the data first.",
  }),
  harmRule("bucket", {
    name: "delete-bucket",
    level: "catastrophic",
    does: "deletes a bucket with every object in it",
    instead: "Leave out --force: only an empty bucket is then deleted.",
  }),
  {
    name: "delete-by-client",
    level: "all",
    programs: "*",
    words: /\b(?:delete|destroy|terminate)\b/,
    does: "tells a service or a program to delete what it keeps",
    instead: "Let the person do it, who can look at the content.",
    matches: deletesByClient,
  },
  ...CLOUD_THINGS,
];

/**
 * Whether the client of a service deletes something: `CLIENT THING delete`. False for a function of the script, a
 * script of the project, and a program that has its own row in the table of programs.
 */
function deletesByClient({ name, own, called, isFunction }: CommandView): boolean {
  if (name === "" || isFunction || rowsOf(name).length > 0 || /[./\\]/.test(called)) return false;
  if (/^(?:git|svn|hg|bzr|p4|jj|xcrun|cmake|dscacheutil)$/.test(name)) return false;
  if (own.some((word) => isOfTests(word) || /^(?:-h|--?(?:help|dry-?run|what-?if)|unavailable)$/.test(word)))
    return false;
  const at = own.findIndex((word) => /^(?:delete|destroy|terminate)(?:-[a-z-]+)?$/.test(word));
  return at !== -1 && at < 3 && own.slice(0, at).every((word) => /^[\w-]+$/.test(word));
}
