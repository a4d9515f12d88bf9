import { expect, test } from "vitest";

import { isToldToDestroy } from "../../../builtins/block-destructive/services.ts";
import { filesRead, sends } from "../../../shell/effects.ts";
import { operandsOf } from "../../../shell/parse-options.ts";
import type { Program } from "../../../shell/program.ts";
import { PROGRAMS } from "../../../shell/programs.ts";
import { CASES } from "../builtins/harm-cases/all-cases.ts";

/** One command for each row of `shell/programs/` that says `destroys`, if it is no case of a rule. */
const DELETIONS = [
  "azcopy remove x --recursive",
  "lftp -e mirror -R --delete a /",
  "flux uninstall --silent",
  "reg delete HKCU\\Software\\Acme /f",
  "hub delete a/b",
  "kubectl drain n1 --delete-emptydir-data",
  "podman system reset",
  "aws s3 rm s3://x --recursive",
  "aws sqs purge-queue --queue-url x",
  "aws --profile p --region r ec2 terminate-instances --instance-ids i",
  "gsutil rm -r gs://x",
  "gcloud secrets versions destroy 1 --secret x",
  "gcloud sql instances delete x -q",
  "az group delete -n x --yes",
  "az keyvault purge --name x",
  "bq rm -r data",
  "doctl compute droplet rm 1",
  "s3cmd rb s3://x --all",
  "rclone purge far:x",
  "rclone --config a.conf purge far:x",
  "gh repo delete a/b",
  "gh -R a/b release delete v1",
  "gh --repo a/b secret delete X",
  "gh api -X DELETE repos/a/b",
  "npm unpublish x",
  "cargo yank x",
  "pod trunk delete x 1.0.0",
  "trash-empty",
  "op item delete x",
  "pass rm shop/db",
  "security delete-keychain x",
  "vault secrets disable kv",
  "vault token revoke x",
  "kafka-consumer-groups --reset-offsets --to-earliest --execute --topic x",
  "kafka-delete-records --offset-json-file x",
  "memcflush --servers=x",
  "celery -A shop purge",
  "airflow dags delete x",
  "temporal workflow terminate -w x",
  "zkCli.sh deleteall /shop",
  "dvc gc -w",
  "pgbackrest stanza-delete --stanza=main",
  "duplicity remove-older-than 1D file:///b",
  "barman delete main latest",
  "gio trash --empty",
  "hf repo delete x",
  "heroku addons:destroy x",
  "fly apps destroy x",
  "vercel rm x",
  "netlify sites:delete x",
  "firebase functions:delete x",
  "supabase projects delete x",
  "wrangler r2 bucket delete x",
  "neonctl projects delete x",
  "eb terminate x",
  "eksctl delete cluster x",
  "helm uninstall x",
  "helm -n prod uninstall x",
  "helm --kube-context prod uninstall x",
  "nomad job stop -purge x",
  "vault kv destroy x",
  "doppler secrets delete X",
  "etcdctl del x",
  "etcdctl --endpoints h:2379 del x",
  "terraform state rm x",
  "pulumi stack rm x",
  "ansible web -m file -a path=/srv/app state=absent",
  "kafka-topics --delete --topic x",
  "rpk topic delete x",
  "influx bucket delete -n x",
  "rabbitmqctl purge_queue x",
  "nats stream purge x",
  "crane delete x",
  "heroku -a shop pg:reset DATABASE_URL",
  "pulumi --cwd infra stack rm x",
  "borg -p prune /srv/backup",
  "borg --rsh ssh delete /srv/backup::x",
  "kopia snapshot delete x",
  "restic forget x",
  "restic -r /srv/backup forget x",
  "gpg --delete-secret-keys dev",
  "restic --repo /srv/backup --password-file p prune",
  "diskutil eraseDisk JHFS+ x disk2",
  "clear-disk -Number 2",
  "bcdedit /delete {current}",
  "format d: /q",
  "vboxmanage unregistervm shop --delete",
  "deluser --remove-home dev",
  "virsh undefine shop --remove-all-storage",
  "multipass delete shop --purge",
  "airflow db reset -y",
  "atlas schema clean -u mysql://prod/db --auto-approve",
  "gcloud kms keys versions destroy 1 --key k",
  "gcloud alpha firestore bulk-delete --collection-ids=orders",
  "ibmcloud resource service-instance-delete mydb -f",
  "aliyun ecs DeleteInstance --InstanceId i-abc",
  "firebase-tools firestore:delete -r users",
  "netlify-cli sites:delete x",
];

/** Commands that send a file, by rows that ask for a verb. */
const SENDINGS = [
  "aws s3 cp a s3://x",
  "aws --profile p --region r s3 cp a s3://x",
  "aws s3api put-object --bucket x --body a",
  "gh gist create a",
  "gh -R a/b release upload v1 a",
  "glab snippet create a",
];

const wordsOf = (command: string) => {
  const [name = "", ...own] = command.split(" ");
  return { name, own };
};
/** Whether a row itself knows a command. */
function knows({ names, destroys, options = {} }: Program, command: string): boolean {
  const { name, own } = wordsOf(command);
  const operands = operandsOf(own, Object.values(options).join(" ")).join(" ");
  return (
    names.split(" ").includes(name) && (destroys?.verb?.test(operands) || destroys?.words?.test(own.join(" "))) === true
  );
}

test("each row that says `destroys` has a command that it knows, here or among the cases of the rules", () => {
  const commands = [...DELETIONS, ...Object.values(CASES).flatMap(({ hits }) => hits)];
  const without = PROGRAMS.filter((row) => row.destroys && !commands.some((command) => knows(row, command)));
  expect(without.map(({ names, destroys }) => `${names}: ${destroys!.verb ?? destroys!.words}`)).toEqual([]);
});

test.each([
  "aws rds delete-db-instance help",
  "aws cloudformation describe-stack-events --stack-name delete-me",
  "gsutil rsync -n -d -r dist gs://x",
  "rclone sync -n a far:b",
  "borg prune -n --keep-daily 7 /srv/borg",
  "pulumi destroy --preview-only",
])("%s only looks or rehearses", (command) => {
  const { name, own } = wordsOf(command);
  const kinds = [undefined, ...new Set(PROGRAMS.flatMap(({ destroys }) => destroys?.what ?? []))];
  expect(kinds.filter((what) => isToldToDestroy({ name, own }, what))).toEqual([]);
});

test("each row that sends with a verb has a program among SENDINGS", () => {
  const rows = PROGRAMS.filter((row) => row.readsIf && row.sends && (row.reads ?? row.options ?? row.carries));
  const without = rows.filter(({ names }) => !SENDINGS.some((one) => names.split(" ").includes(wordsOf(one).name)));
  expect(without.map(({ names }) => names)).toEqual([]);
});

test.each(DELETIONS)("%s deletes at a service", (command) => {
  const { name, own } = wordsOf(command);
  const kinds = [undefined, ...new Set(PROGRAMS.flatMap(({ destroys }) => destroys?.what ?? []))];
  const said = kinds.filter((what) => isToldToDestroy({ name, own }, what));
  expect(said, "the row's `destroys`, and its `options`").not.toEqual([]);
});

test.each(SENDINGS)("%s sends a", (command) => {
  const { name, own } = wordsOf(command);
  expect(sends(name, own), "the row's `sends` and `readsIf`").toBe(true);
  expect(filesRead(name, own).files, "the row's `reads`, and its `options`").toContain("a");
});
