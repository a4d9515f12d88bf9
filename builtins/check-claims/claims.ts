import { pattern } from "../../kit/word-pattern.ts";

/** An action that an agent may say it has done, and the calls that do it. */
export interface Claim {
  readonly name: string;
  /** Matches a sentence that makes the claim. */
  readonly says: RegExp;
  /** Matches a command, or the words of a tool's name, that may do the claimed work. */
  readonly does: RegExp;
  /** The missing action, as the end of a sentence: "no call of this turn …". */
  readonly missing: string;
}

/** The beginning of a sentence saying that the agent did something, or that it was done. */
const DONE =
  String.raw`(?:\b(?:i|we)(?:['’]ve| have)?|\b(?:has|have) been|\b(?:was|were)|\bsuccessfully|^|[,;:&]|\band)` +
  String.raw`(?:,? (?:also|just|then|now|successfully|all|both|it|them|everything))*,? ?`;
/**
 * The beginning of a sentence about a state. It is a claim only if a place follows: `is deployed to …`, not `is
 * deployed`.
 */
const STATE = String.raw`\b(?:is|are)(?: (?:now|live|successfully|all))*`;

/** Matches a sentence saying that something was done. @param verb the participle, as a part of a pattern */
function saysDone(verb: string): RegExp {
  return new RegExp(String.raw`${DONE}\b${verb}(?![-\w])|${STATE} ${verb} (?:to|at|on|as)\b|\bnow ${verb}\b`, "i");
}

/**
 * Matches the name of a program or script that runs tests, also within a word: `npm run test:unit`, `./run-tests.sh`.
 */
const TESTS = pattern("i")`
  (?:^|[^a-z])(?:tests?|specs?|vitest|jest|pytest|mocha|tox|nox|phpunit|rspec|ctest|bats|ava|karma|cypress|playwright
  |unittest|check|checks|verify|ci|rehearse)(?:[^a-z]|$)
`;

/** The claims that are checked. One command may support several of them. */
const CLAIMS: readonly Claim[] = [
  {
    name: "committed",
    says: saysDone("committed"),
    does: /\bcommit|^git .*\b(?:merge|rebase|cherry-pick|revert|pull|am)\b|\bpush files?\b|create or update file/i,
    missing: "committed anything",
  },
  {
    name: "pushed",
    says: saysDone("(?:force-)?pushed"),
    does: /\bpush|^(?:gh|glab) (?:pr|mr) (?:create|merge)\b|create or update file/i,
    missing: "pushed anything",
  },
  {
    name: "published",
    says: saysDone("(?:published|released)"),
    does: /publish|releas|upload|\bdeploy|\bpush\b/i,
    missing: "published anything",
  },
  {
    name: "deployed",
    says: saysDone("(?:re)?deployed"),
    does: pattern("i")`
      deploy|publish|releas|\b(?:apply|rollout|upgrade|up|push|promote|ship|vercel|netlify|kamal|cap|rsync|scp|sync
      |ansible-playbook|restart|serverless|sls|create-stack|update-stack|update-service)\b
    `,
    missing: "deployed anything",
  },
  {
    name: "tested",
    says: pattern("i")`
      \b(?:ran|re-?ran|executed|(?:have|'ve|’ve) run)\b[^.]{0,60}\b(?:tests?|test suite|specs?|suite)\b
      |\b(?:tests?|specs?|suite)\b(?:\s(?:all|now|still|also|are|is|have|has|were|was))*
      \s(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)\b
    `,
    does: TESTS,
    missing: "ran any tests",
  },
];

/** In an argument, stands between the words of a claim and the commands that do the claimed work. */
const ARROW = "=>";

/** A claim from an argument: `migrated, ran the migration => prisma migrate, npm run migrate`. */
interface OwnClaim {
  readonly words: readonly string[];
  readonly commands: readonly string[];
}

function parseOwn(text: string): OwnClaim | undefined {
  const parts = text.split(ARROW);
  const [words = [], commands = []] = parts.map((part) =>
    part
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  );
  return parts.length === 2 && words.length > 0 && commands.length > 0 ? { words, commands } : undefined;
}

/**
 * The built-in claims and those of the arguments. An argument with the name of a built-in claim adds commands to it;
 * any other argument is a new claim.
 */
export function claimsWith(args: readonly string[]): readonly Claim[] {
  return args.reduce<readonly Claim[]>((claims, text, at) => {
    const own = parseOwn(text);
    if (!own) return claims;
    const does = new RegExp(`^(?:${own.commands.map(escaped).join("|")})(?:\\s|$)`, "i");
    const known = own.words.length === 1 ? claims.find(({ name }) => name === own.words[0]) : undefined;
    if (known) return claims.map((one) => (one === known ? { ...one, does: either(one.does, does) } : one));
    const says = new RegExp(
      `(?<![\\w\\u00c0-\\u024f])(?:${own.words.map(escaped).join("|")})(?![\\w\\u00c0-\\u024f])`,
      "i",
    );
    return [...claims, { name: `own-${at + 1}`, says, does, missing: `ran ${own.commands.join(" or ")}` }];
  }, CLAIMS);
}

export function faultInClaims(args: readonly string[]): string | undefined {
  if (args.every((text) => parseOwn(text) !== undefined)) return undefined;
  return (
    'check_claims takes texts such as "deployed => ./go-live.sh, make live": what is said, and how the commands ' +
    "begin that do it"
  );
}

function either(first: RegExp, second: RegExp): RegExp {
  return new RegExp(`${first.source}|${second.source}`, "i");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/\s+/g, "\\s+");
}

/**
 * Words that show that a sentence makes no claim: it is a denial, wish, question or condition, or is about somebody
 * else or another time.
 */
const NO_CLAIM = pattern("i")`
  \b(?:not|never|none|nothing|cannot|unable|fail(?:s|ed|ing)?|skipp?ed|if|once|when|whenever|after|before|until|unless
  |would|will|should|could|can|may|might|must|needs?|needed|to be|please|let me know|want|ready (?:to|for)|next(?!\.js)
  |to-?do:|plan to|going to|previously|earlier|already|yet|whether|yesterday|ago|for example
  |last (?:time|week|month|year|night)
  |you(?:['’]\w+)? (?:have|had|can|will|pushed|committed|published|released|deployed|ran|run|need|want|see|might|also)
  |(?:committed|pushed|published|released|deployed) by (?!running|using|calling|me\b))\b|n['’]t\b|\?\s*$|\[ \]
`;

/** The claims that a text makes, each with its first sentence that makes the claim. */
export function claimsIn(text: string, claims: readonly Claim[]): { claim: Claim; sentence: string }[] {
  const sentences = text
    .replace(/^(```|~~~)[^]*?(?:^\1|(?![^]))/gm, "")
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((line) => !/^\s*>/.test(line))
    .map((line) => line.replace(/`[^`]*`/g, "`…`"))
    .filter((line) => !NO_CLAIM.test(line))
    .map((line) => line.replace(/^[^A-Za-z\u00c0-\u024f]*(?:x\] )?/i, ""));
  return claims.flatMap((claim) => {
    const sentence = sentences.find((one) => claim.says.test(one));
    return sentence === undefined ? [] : [{ claim, sentence }];
  });
}
