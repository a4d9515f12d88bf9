"""Times commands as whole processes: every round runs each of them once, in a fresh random order.

Standard input: {"rounds": n, "warmup": n, "seed": n, "commands": [{"name", "argv", "cwd", "env", "stdin": path or null,
"prepare": shell script run before each time and not timed, or null}]}.
Standard output: one JSON object a line: {"round", "name", "cpu_ms", "wall_ms", "rss_kb", "exit"}.
CPU is user plus system time of the process and the children it waited for, from wait4, so that it holds git as well.
"""
import json
import os
import random
import subprocess
import sys
import time


def run(command):
    if command.get("prepare"):
        subprocess.run(["/bin/sh", "-ec", command["prepare"]], cwd=command["cwd"], env=command["env"], check=True)
    source = os.open(command["stdin"] or os.devnull, os.O_RDONLY)
    sink_read, sink_write = os.pipe()
    feed_read, feed_write = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, feed_read, 0),
        (os.POSIX_SPAWN_DUP2, sink_write, 1),
        (os.POSIX_SPAWN_CLOSE, feed_write),
        (os.POSIX_SPAWN_CLOSE, sink_read),
    ]
    os.chdir(command["cwd"])
    started = time.perf_counter()
    child = os.posix_spawn(command["argv"][0], command["argv"], command["env"], file_actions=actions)
    os.close(feed_read)
    os.close(sink_write)
    feeder = os.fork()  # feeds the pipe while this process drains the other one
    if feeder == 0:
        os.close(sink_read)
        try:
            while block := os.read(source, 1 << 16):
                while block:
                    block = block[os.write(feed_write, block):]
        except BrokenPipeError:
            pass
        os._exit(0)
    os.close(feed_write)
    os.close(source)
    while os.read(sink_read, 1 << 16):
        pass
    os.close(sink_read)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - started
    os.waitpid(feeder, 0)
    return {
        "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000,
        "wall_ms": wall * 1000,
        "rss_kb": usage.ru_maxrss,
        "exit": os.waitstatus_to_exitcode(status),
    }


def main():
    spec = json.load(sys.stdin)
    order = random.Random(spec["seed"])
    for number in range(-spec["warmup"], spec["rounds"]):
        commands = list(spec["commands"])
        order.shuffle(commands)
        for command in commands:
            row = run(command)
            if number >= 0:
                print(json.dumps({"round": number, "name": command["name"], **row}), flush=True)


main()
