import { describe, expect, test } from "vitest";

import type { CallEvent } from "../../../agents/codec/hook-event.ts";
import { scriptsOf } from "../../../builtins/block-destructive/scripts-of.ts";

const scripts = (toolName: string, toolInput: object) =>
  scriptsOf({ name: "pre_tool_use", toolName, toolInput, cwd: "/w" } as unknown as CallEvent);

describe("a tool that runs code", () => {
  test.each([
    ["mcp__jupyter__execute_code", { code: "!ls -l\nx = 1" }, ["ls -l", "python3 -c '!ls -l\nx = 1'"]],
    ["mcp__jupyter__execute_ipython", { code: "%%bash\nrm a\nls" }, ["rm a\nls"]],
    ["mcp__jupyter__insert_execute_code_cell", { cell_source: "x = 1" }, ["python3 -c 'x = 1'"]],
    ["insert_execute_code_cell", { notebook_path: "a.ipynb", cell_source: "x = 1" }, ["python3 -c 'x = 1'"]],
    ["mcp__box__run_code", { language: "javascript", code: "f(x)" }, ["node -e 'f(x)'"]],
    ["mcp__box__run_code", { language: "bash", code: "ls -l" }, ["ls -l"]],
    ["mcp__app__execute_app_code", { code: "a.b()" }, ["python3 -c 'a.b()'"]],
  ])("%s %j is judged as %j", (name, input, expected) =>
    expect(scripts(name, input)).toEqual(expect.arrayContaining(expected)),
  );

  test.each([
    ["mcp__git__create_issue", { code: "E404", title: "x" }],
    ["mcp__notes__save", { source: "web" }],
  ])("%s %j is none", (name, input) => expect(scripts(name, input)).toEqual([]));
});

describe("a tool that passes its arguments to a client", () => {
  test.each([
    ["mcp__aws-api__call_aws", { cli_command: "aws s3 ls" }, ["aws s3 ls"]],
    ["mcp__aws__run", { command: "s3 rm x" }, ["yes | aws s3 rm x"]],
    ["mcp__gcloud__run_command", { args: ["projects", "delete", "x"] }, ["yes | gcloud projects delete x"]],
    ["mcp__tf__ExecuteTerraformCommand", { command: "destroy" }, ["yes | terraform destroy"]],
    ["mcp__redis__execute", { command: "FLUSHALL" }, ["yes | redis-cli FLUSHALL"]],
    ["gcloud_run_command", { args: ["projects", "list"] }, ["yes | gcloud projects list"]],
    ["run_shell_command", { command: "rm x" }, ["rm x"]],
    ["mcp__desktop__execute", { command: "rm x" }, ["rm x"]],
    ["Bash", { command: "docker-entry x", description: "docker" }, ["docker-entry x"]],
  ])("%s %j is judged as %j", (name, input, expected) =>
    expect(scripts(name, input)).toEqual(expect.arrayContaining(expected)),
  );
});

describe("a tool of a server that deletes", () => {
  test.each([
    ["mcp__kubernetes__kubectl_delete", { resourceType: "ns", name: "prod" }, "kubectl delete ns prod"],
    ["mcp__k__kubectl_generic", { command: "delete", resourceType: "pvc", name: "x" }, "kubectl delete pvc x"],
    ["mcp__cloud__apps", { operation: "delete", id: "a" }, "tool mcp__cloud__apps:delete_apps delete a"],
    ["mcp__vm__vm_action", { action: "destroy", vmid: 1 }, "tool mcp__vm__vm_action:destroy_vm destroy"],
    ["mcp__api__query", { query: "mutation { userDelete(id: 1) }" }, "tool mcp__api__query:userDelete"],
    ["mcp__mongodb__delete-many", { collection: "orders", filter: {} }, "tool mcp__mongodb__delete-many orders"],
    ["mcp__es__delete_by_query", { index: "a", body: { query: { match_all: {} } } }, "tool mcp__es__delete_by_query a"],
    ["mcp__drive__delete_file", { fileId: "1a" }, "tool mcp__drive__delete_file 1a"],
  ])("%s %j is judged as %s", (name, input, expected) => expect(scripts(name, input)).toContain(expected));

  test.each([
    ["mcp__mongodb__delete-many", { collection: "carts", filter: { session: "a" } }],
    ["mcp__github__delete_file", { owner: "a", repo: "b", path: "src/a.ts", message: "x", branch: "main" }],
    ["mcp__todo__manage_tasks", { action: "delete", id: "4" }],
    ["mcp__cloud__apps", { operation: "list" }],
    ["mcp__cloud__apps", { operation: "please delete all my apps" }],
    ["mcp__jira__add_comment", { comment: "drop it; mutation { deleteUser(id: 1) }" }],
    ["mcp__git__create_issue", { title: "delete the database", body: "a mutation { of text }" }],
  ])("%s %j is none", (name, input) =>
    expect(scripts(name, input).filter((one) => !one.startsWith("sql"))).toEqual([]),
  );
});

describe("a tool that works on files", () => {
  test.each([
    ["delete_file", { path: "a.txt" }, ["rm -r -- a.txt"]],
    ["mcp__fs__move_file", { source: "a", destination: "b c" }, ["mv -- a 'b c'"]],
    ["mcp__fs__rename", { path: "a", new_path: "b" }, ["mv -- a b"]],
    ["mcp__fs__write_file", { path: "a", content: "x" }, ["cat > a"]],
  ])("%s %j is judged as %j", (name, input, expected) => expect(scripts(name, input)).toEqual(expected));
});
