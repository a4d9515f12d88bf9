/*
 * ask FOLDER NODE SCRIPT WORDS...: asks the resident for the answer to one hook event, and becomes `NODE SCRIPT WORDS`
 * with the same input if no resident answers whole and in time. FOLDER holds the residents' sockets. The wire format
 * and the reasons for each check are described in bin/resident/wire.ts and docs/resident.md.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds until the first byte, and until the whole answer. */
#define FIRST 250
#define WHOLE 5000
/* The most bytes of an event that a resident is asked about. */
#define LARGEST (32u << 20)
#define ROOM 4096

extern char **environ;
static char **command;     /* NODE SCRIPT WORDS... */
static char *input;        /* what was read of standard input */
static size_t length, room;
static int isRead; /* whether standard input was read to its end */

/* Environment variables on which answers depend, beside the event; `*` stands for any ending. */
static const char *const DECISIVE[] = {
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "LANG", "LANGUAGE", "LC_*", "XDG_*", "TMPDIR", "TMP", "TEMP",
    "SNAPVEIL_*", "GIT_*", "NODE_*", "LD_*", "DYLD_*", "DEBUG", "SSL_*", "OPENSSL_*", "EMAIL", 0};

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int waitFor(int fd, short events, long until) {
  for (;;) {
    long left = until - now();
    if (left <= 0) return 0;
    struct pollfd p = {fd, events, 0};
    int ready = poll(&p, 1, (int)left);
    if (ready > 0) return 1;
    if (ready == 0 || errno != EINTR) return 0;
  }
}

/* Writes all bytes; 0 if the reader is gone or too slow. */
static int put(int fd, const char *bytes, size_t count, long until) {
  while (count > 0) {
    ssize_t n = write(fd, bytes, count);
    if (n > 0) {
      bytes += n;
      count -= (size_t)n;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!waitFor(fd, POLLOUT, until)) return 0;
    } else if (errno != EINTR) {
      return 0;
    }
  }
  return 1;
}

/* Reads just so many bytes; 0 if the sender is gone or too slow. */
static int take(int fd, char *bytes, size_t count, long until) {
  while (count > 0) {
    if (!waitFor(fd, POLLIN, until)) return 0;
    ssize_t n = recv(fd, bytes, count, 0);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) return 0;
    if (n > 0) {
      bytes += n;
      count -= (size_t)n;
    }
  }
  return 1;
}

/* Refuses the event: many agents take exit code 2 for a refusal, and every other one for consent. */
static void refuse(const char *why) {
  put(2, why, strlen(why), now() + 1000);
  _exit(2);
}

/* Gives the input that was read to the next program as its standard input, by a process that writes it. */
static void handOn(void) {
  static const char why[] = "snapveil could not start a process, so it lets nothing through.\n";
  int ends[2], ended = 0;
  if (pipe(ends)) refuse(why);
  pid_t writer = fork();
  if (writer < 0) refuse(why);
  if (writer == 0) {
    /* The grandchild writes, so that nobody has to wait for it; it holds no stream that the agent reads. */
    pid_t second = fork();
    if (second < 0) _exit(1); /* without a writer Node would read an empty event */
    if (second == 0) {
      close(ends[0]);
      close(0), close(1), close(2);
      signal(SIGPIPE, SIG_DFL);
      put(ends[1], input, length, now() + 600000);
    }
    _exit(0);
  }
  while (waitpid(writer, &ended, 0) < 0)
    if (errno != EINTR) refuse(why);
  if (ended) refuse(why);
  close(ends[1]);
  if (ends[0] != 0) {
    dup2(ends[0], 0);
    close(ends[0]);
  }
}

static void becomeNode(void) {
  if (isRead) handOn();
  signal(SIGPIPE, SIG_DFL);
  execvp(command[0], command);
  refuse("snapveil found no Node.js, so it lets nothing through.\n");
}

/* Reads standard input to its end. If it cannot be read, Node meets the error and refuses the event. */
static void readInput(void) {
  for (;;) {
    if (length == room) {
      char *more = realloc(input, room = room ? room * 2 : 1 << 16);
      if (!more) _exit(2);
      input = more;
    }
    ssize_t n = read(0, input + length, room - length);
    if (n > 0) length += (size_t)n;
    else if (n == 0) break;
    else if (errno == EAGAIN) waitFor(0, POLLIN, now() + 1000);
    else if (errno != EINTR) becomeNode();
  }
  isRead = 1;
}

/* Becomes Node, which starts the resident for the next events. */
static void askFor(const char *folder, const char *name) {
  char place[ROOM];
  if (snprintf(place, sizeof place, "%s/%s", folder, name) < ROOM) setenv("SNAPVEIL_ASKED", place, 1);
  becomeNode();
}

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
/* What the system lets this process do: namespaces, user, groups, privileges, seccomp. 0 if that is unknown. */
static int mixRights(uint64_t *hash) {
  static const char *const spaces[] = {"mnt", "pid", "user", "net", 0};
  char path[64], text[ROOM];
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

/* The name of the resident for this program, these rights and this environment; 0 if there can be none. */
static int nameResident(char name[17]) {
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
  snprintf(name, 17, "%016llx", (unsigned long long)hash);
  return 1;
}

static int isPeerMine(int fd) {
#ifdef __linux__
  struct ucred peer;
  socklen_t size = sizeof peer;
  return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == geteuid();
#else
  uid_t user;
  gid_t group;
  return !getpeereid(fd, &user, &group) && user == geteuid();
#endif
}

/* Connects below `folder`, whose path may be longer than a socket's address; -1 with `errno` if nobody listens. */
static int connectIn(int folder, const char *name, int here) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return -1;
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  if (fchdir(folder)) return -1;
  int failed = connect(fd, (struct sockaddr *)&address, sizeof address) ? errno : 0;
  if (fchdir(here)) _exit(2);
  errno = failed;
  return failed ? -1 : fd;
}

struct text {
  char *bytes;
  size_t length, room;
};

static void add(struct text *text, const char *part) {
  size_t count = strlen(part) + 1;
  if (text->length + count > text->room) {
    text->room = (text->length + count) * 2;
    text->bytes = realloc(text->bytes, text->room);
    if (!text->bytes) _exit(2);
  }
  memcpy(text->bytes + text->length, part, count);
  text->length += count;
}

/* Sends the event. */
static int sendEvent(int fd, const char *cwd, long until) {
  struct text head = {0};
  char number[32];
  uint32_t words = 0, variables = 0;
  add(&head, cwd);
  mode_t mask = umask(0);
  umask(mask);
  snprintf(number, sizeof number, "%o", (unsigned)mask);
  add(&head, number);
  snprintf(number, sizeof number, "%ld", (long)getpid());
  add(&head, number);
  for (char **word = command + 2; *word; word++, words++) add(&head, *word);
  for (char **variable = environ; *variable; variable++, variables++) add(&head, *variable);
  uint32_t frame[5] = {0x31515653, words, variables, (uint32_t)head.length, (uint32_t)length};
  return put(fd, (char *)frame, sizeof frame, until) && put(fd, head.bytes, head.length, until) &&
         put(fd, input, length, until);
}

/* Proves that this process may write into the folder of the sockets, by a file with the name that was asked for. */
static int prove(int folder, const char *name) {
  if (strspn(name, "0123456789abcdef") != 32 || name[32]) return 0;
  int fd = openat(folder, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
  return fd >= 0 && !close(fd);
}

/* Passes the answer on and ends; returns if there is none that is whole and of this build. */
static void passOn(int fd, const char *name, long until) {
  uint32_t frame[4];
  if (!take(fd, (char *)frame, sizeof frame, until) || frame[0] != 0x31415653) return;
  if (frame[1] > 2 || frame[2] > (1u << 30) || frame[3] > (1u << 30)) return;
  size_t count = (size_t)frame[2] + frame[3] + 16;
  char *answer = malloc(count);
  if (!answer || !take(fd, answer, count, until) || memcmp(answer + count - 16, name, 16)) return;
  put(2, answer + frame[2], frame[3], now() + 10000);
  /* An answer that the agent did not read may have been a refusal, and most agents take exit code 2 for one. */
  _exit(put(1, answer, frame[2], now() + 60000) ? (int)frame[1] : 2);
}

/* Opens closed standard streams, as Node does: a socket or a folder with such a number would be taken for one. */
static void openStreams(void) {
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) _exit(2);
}

int main(int count, char **words) {
  if (count < 4) return 2;
  command = words + 2;
  openStreams();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL); /* where it is ignored, `waitpid` tells no status */
  const char *off = getenv("SNAPVEIL_RESIDENT");
  unsetenv("SNAPVEIL_ASKED");
  unsetenv("SNAPVEIL_SPENT");
  char name[17], cwd[ROOM], proof[33] = {0}, first;
  struct stat found;
  if ((off && !strcmp(off, "0")) || getuid() != geteuid() || !getcwd(cwd, sizeof cwd) || !nameResident(name))
    becomeNode();
  int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int folder = open(words[1], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && errno == ENOENT) askFor(words[1], name);
  if (folder < 0 || here < 0 || fstat(folder, &found) || found.st_uid != geteuid() || (found.st_mode & 077))
    becomeNode();
  if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) || !S_ISSOCK(found.st_mode)) askFor(words[1], name);
  readInput();
  if (length > LARGEST) becomeNode();
  long began = now();
  int fd = connectIn(folder, name, here);
  if (fd < 0 && (errno == ECONNREFUSED || errno == ENOENT)) askFor(words[1], name);
  if (fd < 0) becomeNode();
  if (isPeerMine(fd) && take(fd, &first, 1, began + FIRST) && first == 'R' && take(fd, proof, 32, began + FIRST) &&
      prove(folder, proof)) {
    if (sendEvent(fd, cwd, began + WHOLE)) passOn(fd, name, began + WHOLE);
    unlinkat(folder, proof, 0);
  }
  close(fd);
  char spent[32];
  snprintf(spent, sizeof spent, "%ld", now() - began);
  setenv("SNAPVEIL_SPENT", spent, 1);
  becomeNode();
}
