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
#include <unistd.h>

#include "resident-name.h"
#include "streams.h"

/* Milliseconds until a second resident is asked as well, until the first byte, and until the whole answer. */
#define ALONE 40
#define FIRST 250
#define WHOLE 5000
/* The most bytes of an event that a resident is asked about. */
#define LARGEST (32u << 20)
#define ROOM 4096

static char **command; /* NODE SCRIPT WORDS... */
static char *input;    /* what was read of standard input */
static size_t length, room;
static int isRead; /* whether standard input was read to its end */

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

/* What a resident sends first: the name of the file that proves who asks. 0 if it sends anything else. */
static int greeting(int fd, char proof[33], long until) {
  char first;
  memset(proof, 0, 33);
  return isPeerMine(fd) && take(fd, &first, 1, until) && first == 'R' && take(fd, proof, 32, until);
}

/* Waits until one of the connections can be read; its seat, or -1. */
static int readySeat(const int fds[SEATS], long until) {
  struct pollfd some[SEATS];
  int open = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    some[seat] = (struct pollfd){fds[seat], POLLIN, 0}; /* -1 is left out */
    open += fds[seat] >= 0;
  }
  while (open > 0) {
    long left = until - now();
    int ready = poll(some, SEATS, left > 0 ? (int)left : 0);
    for (int seat = 0; ready > 0 && seat < SEATS; seat++)
      if (fds[seat] >= 0 && some[seat].revents) return seat;
    if (left <= 0 || ready == 0) break;
  }
  return -1;
}

/* Asks the resident at a connection; returns if it does not answer. */
static void ask(int fd, const char *name, int folder, const char *cwd, long began) {
  char proof[33];
  if (greeting(fd, proof, began + FIRST) && prove(folder, proof)) {
    if (sendEvent(fd, cwd, began + WHOLE)) passOn(fd, name, began + WHOLE);
    unlinkat(folder, proof, 0);
  }
}

/* Asks the residents, the second one where the first is busy; returns if none answers. */
static void askResidents(char names[SEATS][17], const char *place, int folder, int here, const char *cwd) {
  int fds[SEATS], missing = -1;
  for (int seat = 0; seat < SEATS; seat++) fds[seat] = -1;
  long began = now();
  for (int seat = 0; seat < SEATS; seat++) {
    fds[seat] = connectIn(folder, names[seat], here);
    if (fds[seat] < 0 && (errno == ECONNREFUSED || errno == ENOENT)) {
      if (seat == 0) askFor(place, names[seat]);
      missing = seat;
    }
    int found = readySeat(fds, began + (seat + 1 < SEATS ? ALONE : FIRST));
    if (found < 0) continue;
    for (int other = 0; other < SEATS; other++)
      if (other != found && fds[other] >= 0) close(fds[other]);
    ask(fds[found], names[found], folder, cwd, began);
    close(fds[found]);
    missing = -1;
    break;
  }
  char spent[32];
  snprintf(spent, sizeof spent, "%ld", now() - began);
  setenv("SNAPVEIL_SPENT", spent, 1);
  if (missing >= 0) askFor(place, names[missing]);
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
  char names[SEATS][17], cwd[ROOM];
  struct stat found;
  if ((off && !strcmp(off, "0")) || getuid() != geteuid() || !getcwd(cwd, sizeof cwd) || !nameResidents(command, names))
    becomeNode();
  int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int folder = open(words[1], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && errno == ENOENT) askFor(words[1], names[0]);
  if (folder < 0 || here < 0 || fstat(folder, &found) || found.st_uid != geteuid() || (found.st_mode & 077))
    becomeNode();
  if (fstatat(folder, names[0], &found, AT_SYMLINK_NOFOLLOW) || !S_ISSOCK(found.st_mode)) askFor(words[1], names[0]);
  readInput();
  if (length <= LARGEST) askResidents(names, words[1], folder, here, cwd);
  becomeNode();
}
