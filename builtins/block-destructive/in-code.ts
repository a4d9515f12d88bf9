import { alternatives, pattern } from "../../kit/word-pattern.ts";
import { OR, quotesIn, withPlainPaths } from "../../shell/doors/code.ts";
import { namesOfKind } from "../../shell/doors/programs.ts";
import { isNear } from "../hosts.ts";
import { isLocalCluster } from "./cluster-context.ts";
import { lossesInMutations } from "./mutations.ts";
import type { CommandView, HarmRule } from "./rule.ts";

/** Libraries by which code speaks with a cloud, a cluster or a forge, as the code imports these. */
const LIBRARIES = alternatives(String.raw`
  boto3 aioboto3 botocore google\.cloud googleapiclient azure(?:\.\w+)* kubernetes stripe github gitlab cloudflare
  firebase_admin digitalocean hcloud openstack linode_api4 oci @aws-sdk/[\w-]+ aws-sdk @google-cloud/[\w-]+ googleapis
  @azure/[\w-]+ @kubernetes/client-node @?octokit(?:/[\w-]+)? firebase-admin
`);
const IMPORTS = pattern("i")`
  \b(?:import|from|require|use)\b[\s(]{1,3}(?:[\w*{},\s]{0,99}\sfrom\s)?["']?(?:${LIBRARIES})(?![\w-])
`;
/** A call that deletes at a service; messages of a queue and marks lose little. */
const DELETES = pattern()`
  (?:\.(?:delete|terminate|purge|destroy)(?!_?(?:messages?|tags?|labels?|comments?)\b)\w{0,60}
  |\bDelete(?!Message|Tag)[A-Z]\w{0,60}Command)\s{0,4}\(
`;

/** Functions and methods that delete files, in several languages. */
const REMOVES = pattern("g")`
  \b(?:unlink(?:Sync)?|rmtree|rm_rf?|rmSync|rmdirSync|removeSync|emptyDirSync|rimraf|remove_(?:tree|entry|dir_all)
  |RemoveAll|os\.(?:remove|unlink)|fs\.rm|promises\.rm|File\.delete)\b
`;
const PATH = /^(?:[~/]|[A-Za-z]:[\\/])/;
/** A slash alone, which code joins and splits paths by; a deletion there is seen by its own words. */
const SEPARATOR = /^[\\/]$/;
/** Folders of the system, which code often reads; a deletion there is seen by its own words. */
const OF_SYSTEM = /^\/(?:etc|usr|proc|sys|dev|bin|sbin|lib\w*|opt|run|snap|nix)(?:\/|$)/;

/** Rules for code that deletes something outside of the project, with calls whose targets are not known one by one. */
export const IN_CODE: readonly HarmRule[] = [
  {
    name: "delete-by-code",
    level: "unrecorded",
    programs: namesOfKind("code"),
    words: [DELETES, /\bmutation\b/],
    does: "runs code that deletes data or a service elsewhere, which no checkpoint holds",
    instead: "List first what the code would delete, and let the person run the deletion.",
    matches: (view) => textsOf(view).some((code) => deletesAtService(code, view)),
  },
  {
    name: "delete-outside-by-code",
    level: "unrecorded",
    programs: namesOfKind("code"),
    words: [REMOVES],
    does: "runs code that deletes files and names a folder outside of this project",
    instead: "Print first which files the code would delete, or name each file in a command.",
    matches: (view) => textsOf(view).some((code) => removesOutside(code, view)),
  },
];

function textsOf({ own, fed }: CommandView): readonly string[] {
  return [...own.filter((word) => /[(\n]/.test(word)), ...fed];
}

function deletesAtService(code: string, view: CommandView): boolean {
  const hosts = [...code.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host!);
  // The address of a stand-in, such as LocalStack's, or of a server under test.
  if (hosts.length > 0 && hosts.every(isNear)) return false;
  if (hosts.length > 0 && lossesInMutations(code).length > 0) return true;
  if (!DELETES.test(code) || !IMPORTS.test(code)) return false;
  return !/\bkubernetes\b/.test(code) || !isLocalCluster(view);
}

/**
 * Whether code has more calls that delete files than those whose target is a plain path, and names a path outside of
 * the project that exists.
 */
function removesOutside(code: string, view: CommandView): boolean {
  const text = withPlainPaths(code);
  const calls = [...text.matchAll(REMOVES)];
  const isPlain = ({ index, 0: name }: RegExpExecArray) =>
    /^\s{0,4}\(?\s{0,4}["'`]/.test(text.slice(index + name.length)) || /["'`]\.$/.test(text.slice(0, index));
  if (calls.every(isPlain)) return false;
  const paths = [...quotesIn(text)]
    .flatMap((quote) => quote.text.split(OR))
    .filter((one) => PATH.test(one) && !SEPARATOR.test(one) && one.length < 500);
  return view
    .places(paths.slice(0, 40))
    .some(
      ({ kind, path = "" }) =>
        (kind === "outside" || kind === "everything") && !OF_SYSTEM.test(path) && view.disk.isThere(path),
    );
}
