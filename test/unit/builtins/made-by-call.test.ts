import { expect, test } from "vitest";

import { judgeScript } from "../../../builtins/block-destructive/judge-script.ts";
import type { ScriptVerdict } from "../../../builtins/block-destructive/script-verdict.ts";
import type { KnownFolders } from "../../../builtins/block-destructive/places.ts";
import { rulesOf } from "../../../builtins/block-destructive/rules.ts";

const ROOT = "/home/dev/shop";
const AROUND: KnownFolders = {
  cwd: ROOT,
  home: "/home/dev",
  temporary: ["/tmp"],
  repository: { root: ROOT, gitDir: `${ROOT}/.git`, commonDir: `${ROOT}/.git` },
};

function rulesFor(script: string): string[] {
  const judged: ScriptVerdict = { findings: [], commands: [], remarks: new Set() };
  judgeScript(script, ROOT, { around: AROUND, io: { env: {} }, rulesOf }, judged);
  return judged.findings.filter(({ rule }) => rule.level !== "all").map(({ rule }) => rule.name);
}

test.each([
  "echo x > /srv/made/f && rm /srv/made/f",
  "mkdir -p /srv/made/a/b; rm -rf /srv/made",
  "cp -r src /srv/copy && rm -r /srv/copy",
  "git clone -q https://git.example.org/acme/tool.git /srv/tool && cd /srv/tool && make; rm -rf /srv/tool",
  "git worktree add /srv/wt -b try && git worktree remove --force /srv/wt",
  "docker volume create v && docker run --rm -v v:/d alpine true; docker volume rm -f v",
  "createdb shop2 && psql shop2 -f schema.sql && dropdb shop2",
  "psql -c 'create table t (a int)' && psql -c 'drop table if exists t cascade'",
  "psql -c 'create schema s; create table s.t (a int); drop table s.t; drop schema s'",
  "kubectl create ns try && kubectl delete namespace try",
  "kind create cluster --name k && kubectl delete ns shop",
  "kubectl config use-context minikube && kubectl delete ns shop",
  "aws s3 mb s3://made && aws s3 rb s3://made --force",
  "aws dynamodb create-table --table-name t --region eu-west-1 && aws dynamodb delete-table --table-name t --region eu-west-1",
  "heroku apps:create made && heroku apps:destroy made --confirm made",
  "ssh box 'docker volume create v; docker volume rm v'",
  "ssh box docker volume create v; ssh box 'docker volume rm v'",
  "ssh box <<EOF\ncreatedb try\nEOF\nssh box <<EOF\ndropdb try\nEOF",
  "psql -h dev -qc 'create table t (a int)' && psql -h dev -c 'drop table t'",
])("what the call made is no loss: %s", (script) => expect(rulesFor(script)).toEqual([]));

test.each([
  ["rm -rf /srv/made; mkdir /srv/made", "unrecorded-files"],
  ["mkdir /srv/made && mv ~/notes /srv/made && rm -rf /srv/made", "unrecorded-files"],
  ["mkdir /srv/made && ln -s ~/notes /srv/made/l && rm -rf /srv/made/l/*", "unrecorded-files"],
  ["mkdir /srv/made && sudo mount /dev/sdb1 /srv/made && rm -rf /srv/made", "unrecorded-files"],
  ["mkdir /srv/made && rsync -a --remove-source-files ~/notes /srv/made && rm -rf /srv/made", "unrecorded-files"],
  ["mkdir /srv/made && rm -rf /srv/other", "unrecorded-files"],
  ["docker volume create v && docker volume rm v pgdata", "delete-volumes"],
  ["docker volume create --label pgdata v && docker volume rm pgdata", "delete-volumes"],
  ["docker volume create v && docker volume prune -f", "delete-volumes"],
  ["docker volume create v && ssh box docker volume rm v", "delete-volumes"],
  ["createdb try2 && dropdb shop", "drop-database"],
  ["ssh box <<EOF\ncreatedb try\nEOF\nssh other <<EOF\ndropdb try\nEOF", "drop-database"],
  ["ssh box 'docker exec db createdb t'; ssh other 'docker exec db dropdb t'", "drop-database"],
  ["psql -h dev -c 'create table t (a int)' && psql -h prod -c 'drop table t'", "drop-data"],
  ["PGHOST=dev psql -c 'create table t (a int)' && PGHOST=prod psql -c 'drop table t'", "drop-data"],
  ["psql -c 'drop table t; create table t (a int)'", "drop-data"],
  ["psql -c 'create table if not exists t (a int); drop table t'", "drop-data"],
  ["psql -c 'create table t (a int); drop table t, u'", "drop-data"],
  ["kubectl --context dev create ns x && kubectl --context prod delete ns x", "delete-namespace"],
  ["kind create cluster && kubectl --context prod delete ns shop", "delete-namespace"],
  ["kind create cluster && kubectl config use-context prod && kubectl delete ns shop", "delete-namespace"],
  ["aws s3 mb s3://made --profile dev && aws s3 rb s3://made --force", "delete-bucket"],
  ["AWS_PROFILE=dev aws s3 mb s3://made && AWS_PROFILE=prod aws s3 rb s3://made --force", "delete-bucket"],
])("anything else is one: %s", (script, rule) => expect(rulesFor(script)).toContain(rule));

test.each([
  "curl -s -o /dev/null https://shop.example.org",
  "ls | tee /dev/stderr",
  "wget -qO /dev/stdout https://shop.example.org",
  "sort -o /dev/fd/1 names",
  "ls | tee >(gzip > /tmp/names.gz)",
  "cp names /dev/tty",
  "cp names /dev/shm/names && rm /dev/shm/names",
  "aws s3 sync s3://shop /tmp/shop --delete",
  "gsutil -m rsync -d -r gs://shop /tmp/shop",
  "sqlite3 :memory: 'drop table t'",
  "duckdb -c 'drop table t'",
  "kubectl --context kind-k delete ns shop",
  "helm --kube-context minikube uninstall shop",
  "aws --endpoint-url http://localhost:4566 s3 rb s3://shop --force",
  "AWS_ENDPOINT_URL=http://localhost:4566 aws s3 rb s3://shop --force",
  "export AWS_ENDPOINT_URL=http://127.0.0.1:4566; aws s3 rm s3://shop --recursive",
])("a device, a trial and a copy to here keep nothing: %s", (script) => expect(rulesFor(script)).toEqual([]));

test.each([
  ["rm -f /dev/null", "unrecorded-files"],
  ["duckdb shop.duckdb -c 'drop table t'", "drop-data"],
  ["duckdb -c \"attach 'shop.duckdb' as s; drop table s.t\"", "drop-data"],
  ["mv ~/notes /dev/null", "unrecorded-files"],
  ["cat image > /dev/sda", "write-disk"],
  ["aws s3 sync /tmp/shop s3://shop --delete", "delete-in-cloud"],
  ["aws s3 sync s3://shop /etc --delete", "delete-in-cloud"],
  ["aws --endpoint-url http://10.0.0.5:9000 s3 rb s3://shop --force", "delete-bucket"],
])("but these lose something: %s", (script, rule) => expect(rulesFor(script)).toContain(rule));
