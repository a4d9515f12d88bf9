/* Reads and writes of streams that may be slow or gone, each with a time in milliseconds of the monotonic clock. */
#pragma once
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

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
