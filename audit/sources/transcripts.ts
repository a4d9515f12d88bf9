import { lstatSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";

import { configPath } from "../../agents/formats/installer.ts";
import { loadInstallers } from "../../agents/registry.ts";
import { isIn, namesIn } from "../../kit/files.ts";
import { homeOf } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { nameFrom, type AuditPlace, type Content } from "../source.ts";
import { filesBelow, readFile } from "./files-below.ts";

/** An agent for which snapveil has no hooks. */
const AMP = { agent: "amp", sessions: ["~/.local/share/amp/threads"] };

/**
 * Yields the transcripts of agents' sessions on this machine. A comment in a transcript cannot allow a finding.
 * @throws UserError if there is no home folder
 */
export async function* transcripts({ io, unread, warn }: AuditPlace): AsyncGenerator<Content> {
  const home = homeOf(io.env);
  if (home === undefined) throw new UserError("noHome");
  let isNone = true;
  const looked: string[] = [];
  for (const { agent, sessions = [] } of [...(await loadInstallers()), AMP]) {
    const patterns = sessions.map((path) => configPath(path, { home, env: io.env, root: home })).filter(isAbsolute);
    looked.push(...patterns);
    for (const file of patterns.flatMap(matching).flatMap((path) => [...filesAt(path, unread)])) {
      isNone = false;
      const name = tilde(home, file);
      try {
        yield await readFile(file, { origin: "transcript", name, tracked: false, agent });
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code ?? "unreadable";
        if (why !== "ENOENT") unread({ name, why }); // ENOENT: the session was deleted meanwhile
      }
    }
  }
  if (isNone) warn(`No agent's transcript was found. These places were looked at: ${placesIn(home, looked)}.`);
}

/** The places where transcripts may lie, as a list: each once, and not those that lie in another one. */
function placesIn(home: string, patterns: readonly string[]): string {
  const bare = (pattern: string) => pattern.replace(/\*$/, "");
  const tops = [...new Set(patterns)].filter(
    (path) => !patterns.some((other) => other !== path && isIn(path, bare(other))),
  );
  return tops.map((path) => printable(tilde(home, path))).join(", ");
}

/** The paths that match a pattern; a `*` at its end matches any ending of the name. */
function matching(pattern: string): string[] {
  const [folder, name] = [dirname(pattern), basename(pattern)];
  const fits = name.endsWith("*")
    ? (each: string) => each.startsWith(name.slice(0, -1))
    : (each: string) => each === name;
  return namesIn(folder)
    .filter(fits)
    .sort()
    .map((each) => join(folder, each));
}

function filesAt(path: string, unread: AuditPlace["unread"]): Iterable<string> {
  const stats = lstatSync(path);
  if (stats.isDirectory()) return filesBelow(path, unread);
  return stats.isFile() ? [path] : [];
}

function tilde(home: string, file: string): string {
  const name = nameFrom(home, file);
  return name === file ? file : `~/${name}`;
}
