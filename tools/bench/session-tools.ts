import type { SessionCall } from "./session-calls.ts";

/** A call as docker-agent names and spells it. */
export function dockerAgentTool(call: SessionCall, cwd: string): { name: string; category: string; input: object } {
  const file = (name: string, input: object) => ({ name, category: "filesystem", input });
  switch (call.does) {
    case "run":
      return { name: "shell", category: "shell", input: { cmd: call.command, cwd } };
    case "list":
      return file("list_directory", { path: call.path });
    case "search":
      return file("search_files_content", { path: ".", query: call.text });
    case "read":
      return file("read_file", { path: call.path });
    case "edit":
      return file("edit_file", { path: call.path, edits: [{ oldText: call.from, newText: call.to }] });
    case "write":
      return file("write_file", { path: call.path, content: call.text });
  }
}

/** A call as Claude Code names and spells it, with the tool's response. */
export function claudeCodeTool(call: SessionCall, cwd: string): { name: string; input: object; response: object } {
  const shell = (command: string, stdout: string) => ({
    name: "Bash",
    input: { command, description: "Look, or run" },
    response: { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
  });
  switch (call.does) {
    case "run":
      return shell(call.command, call.prints);
    case "list":
      return shell(`ls ${call.path}`, call.prints);
    case "search": {
      const response = { mode: "content", numFiles: 0, filenames: [], content: call.prints, numLines: 1 };
      return { name: "Grep", input: { pattern: call.text, output_mode: "content" }, response };
    }
    case "read": {
      const file_path = `${cwd}/${call.path}`;
      const file = { filePath: file_path, content: call.prints, numLines: 100, startLine: 1, totalLines: 100 };
      return { name: "Read", input: { file_path }, response: { type: "text", file } };
    }
    case "edit": {
      const input = {
        file_path: `${cwd}/${call.path}`,
        old_string: call.from,
        new_string: call.to,
        replace_all: false,
      };
      const response = { filePath: input.file_path, oldString: call.from, newString: call.to, userModified: false };
      return { name: "Edit", input, response };
    }
    case "write": {
      const input = { file_path: `${cwd}/${call.path}`, content: call.text };
      return { name: "Write", input, response: { type: "create", filePath: input.file_path, content: call.text } };
    }
  }
}
