import { redactText } from "../redactors/doors/redact.ts";
import type { AuditFinding } from "./audit-report.ts";
import type { AuditedRepository } from "./audited-repository.ts";
import { startGit } from "./git.ts";

/**
 * Adds the author and date of its commit to each finding in a history. A finding in the message of a tag gets neither.
 */
export async function nameAuthors(
  repository: AuditedRepository,
  findings: readonly AuditFinding[],
): Promise<readonly AuditFinding[]> {
  const commits = [...new Set(findings.flatMap(({ commit }) => commit ?? []))];
  if (commits.length === 0) return findings;
  const git = startGit(repository, ["log", "--no-walk=unsorted", "--stdin", "--format=tformat:%H%x00%an%x00%aI"]);
  git.stdin.end(commits.map((id) => `${id}\n`).join(""));
  let printed = "";
  for await (const part of git.stdout.setEncoding("utf8")) printed += part as string;
  await git.done;
  const byCommit = new Map(printed.split("\n").map((line) => toAuthor(line)));
  return findings.map((finding) => ({ ...finding, ...byCommit.get(finding.commit ?? "") }));
}

type Author = Required<Pick<AuditFinding, "author" | "date">>;

function toAuthor(line: string): [commit: string, author: Author] {
  const [commit = "", name = "", date = ""] = line.split("\0");
  return [commit, { author: redactText(name, "typed").text, date }];
}
