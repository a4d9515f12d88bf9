import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { blameAt, fieldsOf } from "../../shadow-repo/doors/blame.ts";
import { failure, json, type HttpReply } from "../loopback/reply.ts";
import type { BlameAuthor, BlameView } from "./api.ts";
import type { Comparison } from "./checkpoint-view.ts";
import type { Journal } from "./open-journal.ts";

/** The author of each line of a changed file, in the state after the checkpoint. */
export async function fileBlame(
  io: Io,
  { shadow, history }: Journal,
  { after: tree, changes }: Comparison,
  id: string,
  number: number,
): Promise<HttpReply> {
  const change = changes[number];
  if (!shadow || !change?.after) return failure(404, "There is no such file after this checkpoint.");
  const named = [...history.checkpoints, ...history.operations].find((one) => one.id === id);
  const { order = Infinity } = named ?? {};
  const at = named && "createdAt" in named ? named.createdAt : io.now().toISOString();
  const state = { tree, at, order, path: change.path, entry: change.after };
  const found = await blameAt(io, shadow, history, state);
  if (!found) return failure(404, "This file has no lines: it is binary, too long, or lost.");
  const ids = new Set(history.checkpoints.map((one) => one.id));
  const authors = found.authors.map((author): BlameAuthor => {
    const { by, title, command, agent, tool_name, created_at, id: own } = fieldsOf(author, ids);
    return {
      by,
      ...defined({ id: own, title, command, agent, tool: tool_name, at: created_at }),
    };
  });
  return json({ authors, lines: found.lines } satisfies BlameView);
}
