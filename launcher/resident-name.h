/*
 * The names of the residents that may answer for this process: these follow from the program, from what the system lets
 * this process do, and from the environment variables on which answers depend.
 */
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The most residents of one process's name: while one answers an event, another one can answer the next. */
#define SEATS 2

extern char **environ;

/* Environment variables on which answers depend, beside the event; `*` stands for any ending. */
static const char *const DECISIVE[] = {
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "LANG", "LANGUAGE", "LC_*", "XDG_*", "TMPDIR", "TMP", "TEMP",
    "SNAPVEIL_*", "GIT_*", "NODE_*", "LD_*", "DYLD_*", "DEBUG", "SSL_*", "OPENSSL_*", "EMAIL", 0};

static uint64_t hashed(const void *bytes, size_t count, uint64_t hash) {
  for (const unsigned char *at = bytes; count-- > 0; at++) hash = (hash ^ *at) * 1099511628211u;
  return hash;
}

static uint64_t hashOf(const char *text) { return hashed(text, strlen(text), 14695981039346656037u); }

static int isDecisive(const char *variable) {
  for (const char *const *name = DECISIVE; *name; name++) {
    size_t count = strcspn(*name, "*");
    if (!strncmp(variable, *name, count) && ((*name)[count] == '*' || variable[count] == '=')) return 1;
  }
  return 0;
}

#ifdef __linux__
/* What the system lets this process do: namespaces, user, groups, privileges, seccomp, label. 0 if that is unknown. */
static int mixRights(uint64_t *hash) {
  static const char *const spaces[] = {"mnt", "pid", "user", "net", 0};
  char path[64], text[4096];
  for (const char *const *space = spaces; *space; space++) {
    snprintf(path, sizeof path, "/proc/self/ns/%s", *space);
    ssize_t n = readlink(path, text, sizeof text);
    if (n <= 0) return 0;
    *hash = hashed(text, (size_t)n, *hash);
  }
  int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (n <= 0) return 0;
  text[n] = 0;
  static const char *const lines[] = {"\nUid:", "\nGid:", "\nGroups:", "\nCapEff:", "\nNoNewPrivs:", "\nSeccomp:", 0};
  for (const char *const *line = lines; *line; line++) {
    const char *at = strstr(text, *line);
    if (at) *hash = hashed(at, strcspn(at + 1, "\n") + 1, *hash);
  }
  fd = open("/proc/self/attr/current", O_RDONLY | O_CLOEXEC); /* the label of AppArmor or SELinux, where one is on */
  n = fd < 0 ? 0 : read(fd, text, sizeof text);
  if (fd >= 0) close(fd);
  if (n > 0) *hash = hashed(text, (size_t)n, *hash);
  return 1;
}
#define MODIFIED st_mtim
#define CHANGED st_ctim
#else
static int mixRights(uint64_t *hash) {
  uid_t user = getuid();
  *hash = hashed(&user, sizeof user, *hash);
  return 1;
}
#define MODIFIED st_mtimespec
#define CHANGED st_ctimespec
#endif

/* The names of the residents for a program (NODE SCRIPT WORDS...), these rights and this environment; 0 if there can be none. */
static int nameResidents(char **command, char names[SEATS][17]) {
  struct stat script;
  if (stat(command[1], &script)) return 0;
  uint64_t hash = hashOf(command[0]);
  hash = hashed(command[1], strlen(command[1]), hash);
  hash = hashed(&script.st_dev, sizeof script.st_dev, hash);
  hash = hashed(&script.st_ino, sizeof script.st_ino, hash);
  hash = hashed(&script.st_size, sizeof script.st_size, hash);
  hash = hashed(&script.MODIFIED, sizeof script.MODIFIED, hash); /* of a package's files always the same */
  hash = hashed(&script.CHANGED, sizeof script.CHANGED, hash);
  if (!mixRights(&hash)) return 0;
  uint64_t variables = 0; /* their order does not matter */
  for (char **variable = environ; *variable; variable++)
    if (isDecisive(*variable)) variables += hashOf(*variable);
  hash = hashed(&variables, sizeof variables, hash);
  for (int seat = 0; seat < SEATS; seat++) snprintf(names[seat], 17, "%016llx", (unsigned long long)(hash + seat));
  return 1;
}
