/** One call: a command, or a file that is written. */
export type Act =
  | { readonly command: string }
  | { readonly path: string; readonly text: string; readonly isChangedLater?: true };

const run = (command: string): Act => ({ command });
const write = (path: string, lines: readonly string[], isChangedLater?: true): Act => ({
  path,
  text: `${lines.join("\n")}\n`,
  ...(isChangedLater && { isChangedLater }),
});

const COMPOSE = [
  "services:",
  "  db:",
  "    image: postgres:16",
  "    environment:",
  "      POSTGRES_USER: postgres",
  "      POSTGRES_PASSWORD: postgres",
  "      POSTGRES_DB: shop",
  "    ports: ['5432:5432']",
  "  mail:",
  "    image: mailhog/mailhog",
];
const EXAMPLE = [
  "DATABASE_URL=postgres://postgres:postgres@localhost:5432/shop",
  "SESSION_SECRET=change-me",
  "SMTP_PASSWORD=",
];

/** Bash: a shop with a database in a container, tests and migrations, and what its work leaves behind. */
export const SHOP = [
  "mkdir -p src test/fixtures migrations seeds docs dist node_modules/.cache old",
  here("docker-compose.yml", COMPOSE),
  here(".env.example", EXAMPLE),
  here("package.json", [
    '{ "name": "shop", "scripts": { "build": "mkdir -p dist && cp src/*.ts dist", "test": "node --test test" } }',
  ]),
  here("src/login.ts", ["export const login = (user: string, password: string) => user !== '' && password !== '';"]),
  here("migrations/0001_users.sql", ["create table users (id serial, email text, password_hash text);"]),
  here(".gitignore", ["node_modules", "dist", ".env", "*.log"]),
  "cp .env.example .env",
  "echo legacy > old/legacy.ts",
  "echo built > dist/app.js && echo log > npm-debug.log",
  "git add . && git commit -qm 'a shop'",
].join(" && ");

function here(path: string, lines: readonly string[]): string {
  return `printf '%s\\n' ${lines.map((line) => `'${line.replaceAll("'", `'\\''`)}'`).join(" ")} > ${path}`;
}

/** What nobody wants to be stopped at, in the order of a day. Programs that are not installed fail, and no more. */
export const DAY: readonly Act[] = [
  run("ls -la && cat package.json"),
  run("cat docker-compose.yml .env.example"),
  run("git status --short && git log --oneline -5"),
  run("grep -rn password src migrations | head -20"),
  run("git checkout -q -b password-reset"),
  write("migrations/0002_password_reset.sql", [
    "create table password_resets (user_id int, token_hash text, expires_at timestamptz);",
    "alter role app with password 'app';",
  ]),
  write("src/reset.ts", [
    "import { randomBytes } from 'node:crypto';",
    "export const resetToken = () => randomBytes(32).toString('hex');",
    "export async function reset(token: string, newPassword: string) {",
    "  if (newPassword.length < 8) throw new Error('password too short');",
    "  return token === newPassword;",
    "}",
  ]),
  write("test/reset.test.mjs", [
    "import test from 'node:test';",
    "const user = { email: 'ada@example.com', password: 'Correct-Horse-7' };",
    "const other = { email: 'bob@example.com', password: 'hunter2', token: 'reset-token-for-tests' };",
    "test('a reset', () => void [user, other]);",
  ]),
  write("test/fixtures/users.json", [
    '[{ "email": "ada@example.com", "password": "S3cure-Passw0rd!" },',
    ' { "email": "bob@example.com", "password": "letmein2024" }]',
  ]),
  run("cat test/fixtures/users.json"),
  run(`sed -i 's/letmein2024/letmein2025/' test/fixtures/users.json && git diff --stat`),
  write("test/fixtures/users.json", ['[{ "email": "ada@example.com", "password": "S3cure-Passw0rd!" }]']),
  write("seeds/dev.sql", [
    "insert into users (email, password_hash) values",
    "  ('admin@example.com', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'),",
    "  ('guest@example.com', crypt('guest123', gen_salt('bf')));",
  ]),
  run("docker compose up -d db || true"),
  run("PGPASSWORD=postgres psql -h localhost -U postgres -d shop -c 'select 1' || true"),
  run("psql postgres://postgres:postgres@localhost:5432/shop -f migrations/0002_password_reset.sql || true"),
  run("DATABASE_URL=postgres://postgres:postgres@localhost:5432/shop_test npm test 2>&1 | tail -5"),
  run("npm test > npm-debug.log 2>&1; tail -3 npm-debug.log"),
  run("npm run build && ls dist"),
  run("rm -rf dist && npm run build"),
  run("rm -rf node_modules/.cache npm-debug.log"),
  write(
    "docker-compose.test.yml",
    [
      "services:",
      "  mysql:",
      "    environment: { MYSQL_ROOT_PASSWORD: root, MYSQL_PASSWORD: shop }",
      "  minio:",
      "    environment:",
      "      - MINIO_ROOT_USER=minioadmin",
      "      - MINIO_ROOT_PASSWORD=minioadmin",
      "  rabbit:",
      "    environment: { RABBITMQ_DEFAULT_PASS: guest }",
    ],
    true,
  ),
  run("sed -i 's/MYSQL_PASSWORD: shop/MYSQL_PASSWORD: shop_test/' docker-compose.test.yml"),
  run("cat docker-compose.test.yml && docker compose -f docker-compose.test.yml config -q || true"),
  run(`sed -i 's/5432:5432/5433:5432/' docker-compose.yml && git diff --stat`),
  write(".github/workflows/ci.yml", [
    "on: [push]",
    "jobs:",
    "  test:",
    "    services:",
    "      db: { image: 'postgres:16', env: { POSTGRES_PASSWORD: postgres } }",
    "    env:",
    "      DATABASE_URL: postgres://postgres:postgres@localhost:5432/shop",
    "      NPM_TOKEN: ${{ secrets.NPM_TOKEN }}",
  ]),
  write(".env.test", [
    "DATABASE_URL=postgres://postgres:postgres@127.0.0.1:5432/shop_test",
    "SESSION_SECRET=test-session-secret",
    "STRIPE_KEY=sk_test_placeholder",
  ]),
  run("cat .env.test && set -a && . ./.env.test && set +a && echo loaded"),
  run(`curl -s -X POST localhost:3000/login -d '{"email":"ada@example.com","password":"Password123"}' || true`),
  run("curl -s -u admin:admin http://localhost:8025/api/v2/messages || true"),
  run(`curl -s -H "Authorization: Bearer dev-token-1234" http://127.0.0.1:3000/api/me || true`),
  run("openssl rand -hex 32"),
  run("node -e \"console.log(require('crypto').randomUUID())\""),
  run("git add -A && git commit -qm 'reset: add the password reset'"),
  run("git stash list; echo draft > draft.md && git stash -u -q && git stash pop -q"),
  run("rm draft.md && rm -r old && git status --short"),
  run("git mv src/login.ts src/sign-in.ts && git commit -qam 'login: name it sign-in'"),
  run("find . -name '*.orig' -delete; find . -path ./node_modules -prune -o -name '*.ts' -print | wc -l"),
  write("docs/setup.md", [
    "# Set-up",
    "",
    "1. `cp .env.example .env`",
    "2. Log in as `admin@example.com` with the password `admin123` (seeded, for development alone).",
    "3. Grafana is at http://localhost:3001, user `admin`, password `admin`.",
  ]),
  write("README.md", ["# shop", "", "    export DB_PASSWORD=postgres", "    docker compose up"]),
  run("cat docs/setup.md README.md"),
  run("git diff HEAD~1 --stat && git log -p -1 | head -40"),
  run("git reset --soft HEAD~1 && git commit -qam 'login: call it sign-in'"),
  run("docker compose logs --tail 20 db || true"),
  run("docker compose exec -T db psql -U postgres -c '\\dt' || true"),
  run("docker compose down || true"),
  write("src/config.ts", [
    "export const config = {",
    "  databasePassword: process.env.DB_PASSWORD ?? 'postgres',",
    "  sessionSecret: process.env.SESSION_SECRET ?? 'dev-only-secret',",
    "  apiKey: process.env.API_KEY,",
    "};",
  ]),
  write("src/passwords.ts", [
    "export const PASSWORD_MIN_LENGTH = 8;",
    "export const isStrong = (password: string) => password.length >= PASSWORD_MIN_LENGTH && /\\d/.test(password);",
    "export const errors = { password: 'Password must have 8 characters', token: 'The token has expired' };",
  ]),
  run("cat src/config.ts src/passwords.ts"),
  run("awk '/password/ {print FILENAME\": \"$0}' src/*.ts"),
  run("node -e \"console.log(JSON.parse(require('fs').readFileSync('package.json')).name)\""),
  run("python3 - <<'PY'\nimport json\nprint(len(json.load(open('test/fixtures/users.json'))))\nPY"),
  run("tar czf /tmp/shop-src.tgz src && tar tzf /tmp/shop-src.tgz | wc -l && rm /tmp/shop-src.tgz"),
  run("mkdir -p tmp && cp docs/setup.md tmp/ && rm -rf tmp"),
  run("git checkout -q -- docs/setup.md README.md 2>/dev/null; git status --short"),
  write("test/login.test.mjs", [
    "import test from 'node:test';",
    "const cases = [['admin', 'admin'], ['root', 'toor'], ['ada', 'P@ssw0rd']];",
    "const token = 'eyJhbGciOiJIUzI1NiJ9.test.signature';",
    "test('logins', () => void [cases, token]);",
  ]),
  run("npm test 2>&1 | tail -5"),
  run("NODE_ENV=test API_KEY=test-key npm run build"),
  run("git add -A && git diff --cached --stat && git commit -qm 'test: try the logins'"),
  run("git branch -D nothing 2>/dev/null; git checkout -q - && git branch"),
  run("git merge -q --no-edit password-reset && git branch -d password-reset"),
  run("git tag v0.2.0 && git describe --tags"),
  run("ls /usr/lib | head -3; du -sh . | cut -f1"),
];
