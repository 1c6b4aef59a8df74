/* Preloaded into the service's processes: the wall clock, moved by what a shared file says (nanoseconds). Clocks
   that do not tell the time of day (monotonic, CPU time) are left alone, as a real jump leaves them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t nothing = 0;
static volatile int64_t *moved = &nothing;
static int (*true_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void find(void) {
    true_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *name = getenv("FAULTS_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) moved = page;
    close(file);
}

int clock_gettime(clockid_t id, struct timespec *at) {
    if (!true_clock) find();
    int failed = true_clock(id, at);
    if (failed || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return failed;
    int64_t nanos = (int64_t)at->tv_sec * 1000000000 + at->tv_nsec + *moved;
    at->tv_sec = nanos / 1000000000;
    at->tv_nsec = nanos % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
