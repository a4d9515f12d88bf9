"""Times commands as whole processes: every round runs each of them once, in a fresh random order.

Standard input: {"rounds": n, "warmup": n, "seed": n, "commands": [{"name", "argv", "cwd", "env", "stdin": path (none:
nothing comes), "prepare": shell script run before each time and not timed (may be missing)}]}.
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
    place = {"cwd": command["cwd"], "env": command["env"]}
    if command.get("prepare"):
        subprocess.run(["/bin/sh", "-ec", command["prepare"]], check=True, **place)
    feeder = subprocess.Popen(["cat", command.get("stdin", os.devnull)], stdout=subprocess.PIPE)  # agents use pipes
    started = time.perf_counter()
    child = subprocess.Popen(command["argv"], stdin=feeder.stdout, stdout=subprocess.DEVNULL, **place)
    feeder.stdout.close()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - started
    child.returncode = os.waitstatus_to_exitcode(status)
    feeder.wait()
    return {
        "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000,
        "wall_ms": wall * 1000,
        "rss_kb": usage.ru_maxrss,
        "exit": child.returncode,
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
