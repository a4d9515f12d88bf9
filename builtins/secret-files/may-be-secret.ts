import { pattern } from "../../kit/word-pattern.ts";

/** Matches every path in the list of secret-files.ts, and a shell's patterns for such a path. */
export const MAY_BE_SECRET = pattern("i")`
  \.e(?:nv|[*?[{])|id_(?:[rde]|[*?[{])|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|keychain)|\.ssh|\.gnupg|\.aws|\.docker
  |kube|netrc|\.npmrc|\.pypirc|\.pgpass|credentials|gcloud|shadow|keychains|keyrings|password-store|firefox|cookies
  |login.data|hosts\.yml|\.my(?:login)?\.cnf|vault-token|tfrc|tfstate|htpasswd|service-account|secrets\.|\/environ\b
  |run\/secrets|rclone\.|\.s3cfg|config\/hub|\.fly\b|doctl|\.m2\b|tokens?\b|\bauth\.
`;
