/**
 * Tries something that has a limit of time, and again with twice the time while it fails: a machine that does other work
 * may not even start a program within a limit that is to be met afterwards.
 * @param limits the first limit, and the last one that is tried, in the unit that `attempt` takes
 * @throws what the attempt with the last limit throws
 */
export async function withMoreTime(
  { from, most }: { readonly from: number; readonly most: number },
  attempt: (limit: number) => unknown,
): Promise<void> {
  for (let limit = from; ; limit = Math.min(2 * limit, most)) {
    try {
      return void (await attempt(limit));
    } catch (error) {
      if (limit >= most) throw error;
    }
  }
}
