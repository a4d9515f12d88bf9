import { delimiter, isAbsolute } from "node:path";

/**
 * The caller's variables that are passed to git, which needs them to find its programs, the user's folders and a folder
 * for temporary files.
 */
const KEPT = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "XDG_CONFIG_HOME",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "SYSTEMROOT",
  "PATHEXT",
  "COMSPEC",
  "TZ",
];

/**
 * Builds git's environment from a fixed list of variables, so that no inherited `GIT_*` makes git use another
 * repository or start a program. Relative entries of PATH are dropped, so that no file of the repository is run as git.
 */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const clean: Record<string, string> = {
    LC_ALL: "C", // messages in English whatever the user's language
    GIT_TERMINAL_PROMPT: "0", // never ask
    GIT_OPTIONAL_LOCKS: "0", // never write the index on a read
    GIT_NO_REPLACE_OBJECTS: "1", // refs/replace must not swap objects
    GIT_NO_LAZY_FETCH: "1", // never fetch the missing objects of a partial clone (git 2.44 on)
    GIT_ALLOW_PROTOCOL: "none", // older git: allow no transport, so that nothing is fetched
    GIT_PAGER: "cat",
    GIT_LITERAL_PATHSPECS: "1",
  };
  for (const name of KEPT) {
    const value = env[name];
    if (value !== undefined) clean[name] = value;
  }
  clean["PATH"] = (env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter);
  return clean;
}
