import { pattern } from "../../kit/word-pattern.ts";
import type { CommandView, HarmRule } from "./rule.ts";
import { harmRule } from "./services.ts";

/** A kind of thing at a service, with a rule of its own, so that allowing one kind allows no other. */
interface Thing extends Pick<HarmRule, "name" | "does" | "instead"> {
  /** Matches the program and the arguments of a command that deletes such a thing; absent for all other things. */
  readonly of?: RegExp;
}

const instead = "Let the person do it, who can look at the content.";

/** The first kind that matches a command counts. */
const THINGS: readonly Thing[] = [
  {
    name: "delete-repository",
    of: /^(?:gh|glab) (?:.* )?(?:repo |api (?:.* )?\/?repos\/[^/ ]+\/[^/ ]+(?: |$))|^hub delete|^(?:hf|huggingface-cli) repo/,
    does: "deletes a repository at a forge, with its issues, releases and settings",
    instead: "Leave it to the person, who can archive it: gh repo archive.",
  },
  {
    name: "unpublish",
    of: /\b(?:unpublish|yank|trunk delete)\b|^(?:dotnet )?nuget (?:.* )?delete|^(?:gh|glab) (?:.* )?release /,
    does: "takes back what is published, from everybody who uses it",
    instead: "Publish a corrected version, and leave this one to the person.",
  },
  {
    name: "delete-backup",
    of: /\b[\w-]*(?:snapshots?|backups?)\b|^(?:restic|borg|kopia|pgbackrest|barman|duplicity|duplicacy|wal-g|velero) /,
    does: "deletes backups or snapshots, from which data could be returned",
    instead: "List first what would be deleted, with a dry run, and leave the deletion to the person.",
  },
  {
    name: "delete-secret",
    of: /\b[\w-]*(?:secrets?|keyvaults?)\b|\benv (?:rm|remove) |^(?:vault|op|bw|pass|gopass|security|doppler|infisical|gpg2?) |-key(?:s|-deletion)?\b/,
    does: "deletes a secret or a key; what it opens or encrypts may be lost with it",
    instead: "Make a new version, and leave the old one to the person.",
  },
  {
    name: "delete-project",
    of: pattern()`
      ^gcloud (?:.* )?projects |^az (?:.* )?group |\bprojects? (?:delete|remove|rm|destroy)\b|\bapps?[: ](?:destroy|delete)\b
      |^fly(?:ctl)? (?:.* )?destroy|^(?:vercel|now) (?:remove|rm) |\bsites:delete\b|^pulumi stack rm|\bdelete-stack\b|organizations?\b
    `,
    does: "deletes a whole project or app at a provider, with everything in it",
    instead: "Name the one resource to delete, or leave the project to the person.",
  },
  { name: "delete-in-cloud", does: "deletes data or a service at a provider, which no checkpoint holds", instead },
];

/** Rules for deletions at services, one for each kind of thing. */
export const CLOUD_THINGS: readonly HarmRule[] = THINGS.map(({ of: _of, ...thing }) => {
  const rule = harmRule(undefined, { ...thing, level: "unrecorded" });
  return { ...rule, matches: (view: CommandView) => rule.matches(view) && thingOf(view) === thing.name };
});

function thingOf({ name, own }: CommandView): string | undefined {
  const text = [name, ...own].join(" ");
  return THINGS.find((thing) => thing.of?.test(text) ?? true)?.name;
}
