import { matchesWhole, parseGlob, type Glob } from "../../kit/glob.ts";
import { homePlaces } from "./find-places.ts";

/** Kinds of secrets, in words, each with patterns for the names of files that hold such secrets, in small letters. */
const HOLDERS: readonly (readonly [what: string, globs: string])[] = [
  ["settings of an environment", ".env .env.* .env-* .env_* .env~ .env? .envrc* .envs/** /proc/*/environ"],
  [
    "a private key",
    `id_rsa* id_dsa* id_ecdsa* id_ed25519* *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk .ssh/** .gnupg/**`,
  ],
  [
    "logins",
    `.aws .docker .kube *.kubeconfig kubeconfig kubeconfig.y*ml _netrc
    gcloud/application_default_credentials.json gcloud/credentials.db gcloud/access_tokens.db
    gcloud/legacy_credentials/** .my.cnf .mylogin.cnf .vault-token credentials.tfrc.json .gem/credentials
    git/credentials .htpasswd credentials.json service-account*.json secrets.y*ml secrets.json
    /run/secrets/** /var/run/secrets/** .*/auth.json .*/auth.toml .*/auth.y*ml .*/*credentials* .*/token .*/token.json
    .*/*tokens.json .config/*/auth.json .config/*/*credentials* .config/*/token* rclone.conf .s3cfg .config/hub
    .fly/config.yml doctl/config.y*ml .m2/settings*.xml`,
  ],
  ["secrets of a state", "*.tfstate *.tfstate.backup"],
  ["passwords of this machine's users", "/etc/shadow* /etc/gshadow*"],
  [
    "a browser's or a keychain's passwords",
    `keychains/** *.keychain *.keychain-db keyrings/** .password-store/** firefox/**/logins.json firefox/**/key?.db
    firefox/**/cookies.sqlite login?data* google-chrome/**/cookies chromium/**/cookies chrome/**/cookies
    microsoft-edge*/**/cookies bravesoftware/**/cookies`,
  ],
];

/** Names that match `HOLDERS` although the files hold nothing secret. */
const HARMLESS = `
  *.pub .env*example* .env*sample* .env*template* .env*.dist .env-dist .env*.default* .env*.schema* .env*.tpl .env*.tmpl
  .env*.d.ts .ssh/config .ssh/known_hosts* .ssh/authorized_keys* .ssh/allowed_signers .gnupg/*.conf .gnupg/pubring*
  cacert.pem ca.pem *-ca.pem cert.pem *-cert.pem fullchain*.pem chain*.pem *public*.pem /etc/ssl/certs/** ca-certificates/**
`;

/**
 * The usual names and paths of files with secrets. A file pattern in a shell command is compared with these, since it
 * may match any file.
 */
const USUAL = ".env .env.local .envrc id_rsa id_ed25519 id_ecdsa .ssh/id_rsa .ssh/id_ed25519".split(" ");

const globsIn = (text: string) => text.trim().split(/\s+/).map(anywhere);

const homeFiles = homePlaces().map((path) => path.toLowerCase());
const SECRET: readonly (readonly [what: string, globs: readonly Glob[]])[] = [
  ...HOLDERS.map(([what, globs]) => [what, globsIn(globs)] as const),
  ["logins", homeFiles.map(anywhere)],
];
const PUBLIC = globsIn(HARMLESS);
/** The usual paths of files with secrets, split at their slashes. */
export const USUAL_PATHS: readonly Glob[] = [...USUAL, ...homeFiles].map(parseGlob);

/**
 * The kind of secrets in a file with this path, in words; `undefined` for a file that holds none.
 * @param path the names in the path
 */
export function secretsOf(path: readonly string[]): string | undefined {
  const small = path.map((part) => part.toLowerCase());
  if (PUBLIC.some((glob) => matchesWhole(glob, small))) return undefined;
  return SECRET.find(([, globs]) => globs.some((glob) => matchesWhole(glob, small)))?.[0];
}

/** A glob that matches in any folder, or, if it begins with a slash, from the disk's root only. */
function anywhere(glob: string): Glob {
  return parseGlob(glob.startsWith("/") ? glob : `**/${glob}`);
}
