"""Runs a program on a pseudo-terminal. Arguments: columns, rows, the file that takes the exit code, then the program.

Standard input: one JSON object a line, {"keys": text}, {"size": [columns, rows]} or
{"signal": name}. Standard output: what the program
writes to its terminal. When the program has ended, the state of the terminal is written beside its exit code.
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios

columns, rows, result, *command = sys.argv[1:]


def resize(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


main, other = pty.openpty()
resize(main, columns, rows)
pid = os.fork()
if pid == 0:
    os.login_tty(other) if hasattr(os, "login_tty") else (os.setsid(), fcntl.ioctl(other, termios.TIOCSCTTY, 0), [os.dup2(other, n) for n in range(3)])
    os.close(main)
    os.execvp(command[0], command)

pending, status, open_input = b"", None, True
while True:
    readable, _, _ = select.select([main] + ([0] if open_input else []), [], [], 0.02)
    if main in readable:
        try:
            os.write(1, os.read(main, 65536))
            continue
        except OSError:
            break
    if 0 in readable:
        part = os.read(0, 65536)
        open_input = part != b""
        pending += part
        while b"\n" in pending:
            line, pending = pending.split(b"\n", 1)
            order = json.loads(line)
            if "keys" in order:
                os.write(main, order["keys"].encode())
            elif "signal" in order:
                os.kill(pid, getattr(signal, order["signal"]))
            else:
                resize(main, *order["size"])
                os.kill(pid, signal.SIGWINCH)
    if status is None:
        ended, code = os.waitpid(pid, os.WNOHANG)
        if ended:
            status = code
    elif not readable:
        break
if status is None:
    status = os.waitpid(pid, 0)[1]
flags = termios.tcgetattr(other)[3]
raw = not (flags & termios.ICANON and flags & termios.ECHO and flags & termios.ISIG)
code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
with open(result, "w") as file:
    json.dump({"exitCode": code, "raw": raw}, file)
