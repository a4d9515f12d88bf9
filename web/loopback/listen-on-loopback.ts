import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { UserError } from "../../kit/user-error.ts";

/**
 * Lets a server listen on 127.0.0.1, for this machine alone; gives the port. 0 is any free one.
 * @throws UserError where the port cannot be had
 */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  if (port < 0 || port > 65_535) throw new UserError("badArgument", ["A port is a number from 0 to 65535."]);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" || error.code === "EACCES"
          ? new UserError("badArgument", [
              `Port ${port} cannot be used (${error.code}). Choose another, or none to get a free one.`,
            ])
          : error,
      ),
    );
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
