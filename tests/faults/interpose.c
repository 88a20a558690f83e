/* A library that is loaded before libc (LD_PRELOAD), counts the program's calls on files below one folder, and makes
 * the n-th fail, write or read only half, or be the last before SIGKILL. It can also refuse the n-th large allocation,
 * and log every change with its data, from which `power` rebuilds the folder as a power loss leaves it.
 *
 * A library instead of strace: a traced command takes a tenth of a second and more, this one nothing. Rust's standard
 * library and SQLite call these functions by name; `calls` compares the counts with strace's, so that a call that
 * passes by is noticed. After Pillai et al., "All File Systems Are Not Created Equal", OSDI 2014 (ALICE).
 *
 * FAULTS_ROOT   the folder; calls on other files are neither counted nor changed
 * FAULTS_LOG    file for the log: a line per call, behind a line "write" the bytes; nothing without it
 * FAULTS_AT     number of the call that fails, from 1
 * FAULTS_KIND   ENOSPC EIO EINTR: this error; full: ENOSPC from then on; half: half the bytes; kill: SIGKILL before the
 *               call; torn: half the bytes, then SIGKILL; memory: no call, but the n-th large allocation fails
 *
 * Not seen: shared memory of SQLite's -shm file (made again after every crash), and locks by fcntl. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* What a call needs: room on the disk, or only that the disk answers. Waiting calls can be interrupted. */
enum { ANSWER = 0, ROOM = 1, WAITS = 2, BYTES = 4 };
enum verdict { PASS, FAIL, HALF, TORN };
/* Smaller allocations are those that SQLite and Rust make by thousands. */
enum { LARGE = 16384 };

/* Recursive: `opendir` allocates. */
static pthread_mutex_t order = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char root[PATH_MAX];
static size_t root_length;
static const char *kind = "";
static long at, calls, allocations;
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("FAULTS_ROOT"), *log = getenv("FAULTS_LOG");
    if (folder) root_length = strlen(strncpy(root, folder, sizeof root - 1));
    if (getenv("FAULTS_KIND")) kind = getenv("FAULTS_KIND");
    if (getenv("FAULTS_AT")) at = atol(getenv("FAULTS_AT"));
    if (log) log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

static int is(const char *name) { return strcmp(kind, name) == 0; }

static int is_below(const char *path) {
    return root_length && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || !path[root_length]);
}

/* The absolute path of `path` seen from the folder `base`, links kept; false if it is not below the root. */
static int absolute(int base, const char *path, char *full) {
    char from[PATH_MAX] = "", link[64];
    if (path[0] != '/') {
        if (base == AT_FDCWD) {
            if (!getcwd(from, sizeof from)) return 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", base);
            ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, from, sizeof from - 1);
            from[length > 0 ? length : 0] = 0;
        }
    }
    while (strncmp(path, "./", 2) == 0) path += 2;
    if (snprintf(full, PATH_MAX, "%s%s%s", from, from[0] ? "/" : "", path) >= PATH_MAX) return 0;
    size_t end = strlen(full);
    while (end > 1 && (full[end - 1] == '/' || (full[end - 1] == '.' && full[end - 2] == '/'))) full[--end] = 0;
    return is_below(full);
}

static int path_of(int file, char *full) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, full, PATH_MAX - 1);
    full[length > 0 ? length : 0] = 0;
    return is_below(full);
}

static void say(const char *format, ...) {
    char line[3 * PATH_MAX];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (log_file >= 0) syscall(SYS_write, log_file, line, length);
}

static void stop(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/* Counts a call and decides what becomes of it. Called with the lock held. */
static enum verdict decide(const char *name, const char *path, int needs) {
    calls++;
    say("call %ld %s %d %s\n", calls, name, needs, path);
    if (is("full") && at && calls >= at && (needs & ROOM)) return errno = ENOSPC, FAIL;
    if (calls != at || is("memory")) return PASS;
    if (is("kill")) stop();
    if (is("ENOSPC") && (needs & ROOM)) return errno = ENOSPC, FAIL;
    if (is("EIO")) return errno = EIO, FAIL;
    if (is("EINTR") && (needs & WAITS)) return errno = EINTR, FAIL;
    if (is("half") && (needs & BYTES)) return HALF;
    if (is("torn") && (needs & BYTES) && (needs & ROOM)) return TORN;
    return PASS;
}

/* `RUN(NAME, PATH IS WATCHED, NEEDS, CALL, LOG)`: the call if it may, and the log if it succeeded. */
#define RUN(name, path, watched, needs, call, log)                       \
    do {                                                                 \
        if (!(watched)) return call;                                     \
        pthread_mutex_lock(&order);                                      \
        long result = -1;                                                \
        if (decide(name, path, needs) != FAIL) {                         \
            result = call;                                               \
            if (result >= 0) { log; }                                    \
        }                                                                \
        int error = errno;                                               \
        pthread_mutex_unlock(&order);                                    \
        errno = error;                                                   \
        return result;                                                   \
    } while (0)

static unsigned long inode(int file) {
    struct stat found = {0};
    syscall(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH);
    return found.st_ino;
}

static int is_there(int base, const char *path) {
    struct stat found;
    return syscall(SYS_newfstatat, base, path, &found, AT_SYMLINK_NOFOLLOW) == 0;
}

static int open_logged(int base, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX];
    int watched = absolute(base, path, full);
    int is_new = watched && (flags & O_CREAT) && !is_there(base, path);
    RUN("open", full, watched, WAITS | (is_new ? ROOM : ANSWER), syscall(SYS_openat, base, path, flags | O_LARGEFILE, mode), {
        if (is_new) say("create %lu %s\n", inode(result), full);
        else if (flags & O_TRUNC) say("truncate %lu 0\n", inode(result));
    });
}

static mode_t mode_in(int flags, va_list values) { return flags & O_CREAT ? va_arg(values, mode_t) : 0; }

#define OPEN(name)                                                       \
    int name(const char *path, int flags, ...) {                         \
        va_list values;                                                  \
        va_start(values, flags);                                         \
        mode_t mode = mode_in(flags, values);                            \
        va_end(values);                                                  \
        return open_logged(AT_FDCWD, path, flags, mode);                 \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                                     \
    int name(int base, const char *path, int flags, ...) {               \
        va_list values;                                                  \
        va_start(values, flags);                                         \
        mode_t mode = mode_in(flags, values);                            \
        va_end(values);                                                  \
        return open_logged(base, path, flags, mode);                     \
    }
OPENAT(openat)
OPENAT(openat64)

/* Writes at an offset, or where the file stands (-1). */
static ssize_t write_logged(const char *name, int file, const char *bytes, size_t length, off_t offset) {
    char full[PATH_MAX];
    if (!path_of(file, full))
        return offset < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, offset);
    pthread_mutex_lock(&order);
    enum verdict verdict = decide(name, full, ROOM | WAITS | BYTES);
    ssize_t result = -1;
    if (verdict != FAIL) {
        size_t part = verdict == PASS || length < 2 ? length : length / 2;
        result = offset < 0 ? syscall(SYS_write, file, bytes, part) : syscall(SYS_pwrite64, file, bytes, part, offset);
        if (verdict == TORN) stop();
        if (result > 0 && log_file >= 0) {
            off_t from = offset < 0 ? syscall(SYS_lseek, file, 0, SEEK_CUR) - result : offset;
            say("write %lu %ld %zd\n", inode(file), (long)from, result);
            syscall(SYS_write, log_file, bytes, result);
            say("\n");
        }
    }
    int error = errno;
    pthread_mutex_unlock(&order);
    errno = error;
    return result;
}

ssize_t write(int file, const void *bytes, size_t length) { return write_logged("write", file, bytes, length, -1); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return write_logged("pwrite", file, bytes, length, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return write_logged("pwrite", file, bytes, length, offset); }
/* One part at a time, which the caller of writev must be ready for. */
ssize_t writev(int file, const struct iovec *parts, int count) {
    for (int i = 0; i < count; i++)
        if (parts[i].iov_len) return write_logged("writev", file, parts[i].iov_base, parts[i].iov_len, -1);
    return 0;
}

static ssize_t read_counted(const char *name, int file, void *bytes, size_t length, off_t offset) {
    char full[PATH_MAX];
    enum verdict verdict = PASS;
    if (path_of(file, full)) {
        pthread_mutex_lock(&order);
        verdict = decide(name, full, WAITS | BYTES);
        pthread_mutex_unlock(&order);
    }
    if (verdict == FAIL) return -1;
    size_t part = verdict == HALF && length > 1 ? length / 2 : length;
    return offset < 0 ? syscall(SYS_read, file, bytes, part) : syscall(SYS_pread64, file, bytes, part, offset);
}

ssize_t read(int file, void *bytes, size_t length) { return read_counted("read", file, bytes, length, -1); }
ssize_t pread(int file, void *bytes, size_t length, off_t offset) { return read_counted("pread", file, bytes, length, offset); }
ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) { return read_counted("pread", file, bytes, length, offset); }

/* The page cache survives the program, so that nothing need wait for the disk. */
static int sync_logged(const char *name, int file) {
    char full[PATH_MAX];
    struct stat found = {0};
    int watched = path_of(file, full);
    syscall(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH);
    RUN(name, full, watched, ROOM | WAITS, 0, {
        if (S_ISDIR(found.st_mode)) say("syncdir %s\n", full);
        else say("sync %lu\n", found.st_ino);
    });
}
int fsync(int file) { return sync_logged("fsync", file); }
int fdatasync(int file) { return sync_logged("fdatasync", file); }

static int truncate_logged(int file, off_t length) {
    char full[PATH_MAX];
    int watched = path_of(file, full);
    RUN("ftruncate", full, watched, ROOM | WAITS, syscall(SYS_ftruncate, file, length), say("truncate %lu %ld\n", inode(file), (long)length));
}
int ftruncate(int file, off_t length) { return truncate_logged(file, length); }
int ftruncate64(int file, off64_t length) { return truncate_logged(file, length); }

static int rename_logged(int base, const char *from, int base2, const char *to, unsigned flags) {
    char old[PATH_MAX], new[PATH_MAX];
    int watched = absolute(base, from, old) & absolute(base2, to, new);
    RUN("rename", new, watched, ROOM, syscall(SYS_renameat2, base, from, base2, to, flags), say("rename %s\t%s\n", old, new));
}
int rename(const char *from, const char *to) { return rename_logged(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int base, const char *from, int base2, const char *to) { return rename_logged(base, from, base2, to, 0); }
int renameat2(int base, const char *from, int base2, const char *to, unsigned flags) { return rename_logged(base, from, base2, to, flags); }

int linkat(int base, const char *from, int base2, const char *to, int flags) {
    char old[PATH_MAX], new[PATH_MAX];
    int watched = absolute(base, from, old) & absolute(base2, to, new);
    RUN("link", new, watched, ROOM, syscall(SYS_linkat, base, from, base2, to, flags), say("link %s\t%s\n", old, new));
}
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int base, const char *path, int flags) {
    char full[PATH_MAX];
    int watched = absolute(base, path, full), is_folder = flags & AT_REMOVEDIR;
    RUN(is_folder ? "rmdir" : "unlink", full, watched, ANSWER, syscall(SYS_unlinkat, base, path, flags), say("%s %s\n", is_folder ? "rmdir" : "unlink", full));
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int base, const char *path, mode_t mode) {
    char full[PATH_MAX];
    int watched = absolute(base, path, full);
    RUN("mkdir", full, watched, ROOM, syscall(SYS_mkdirat, base, path, mode), say("mkdir %s\n", full));
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int flock(int file, int operation) {
    char full[PATH_MAX];
    int watched = path_of(file, full);
    RUN("flock", full, watched && (operation & LOCK_UN) == 0, WAITS, syscall(SYS_flock, file, operation), (void)0);
}

int statx(int base, const char *restrict path, int flags, unsigned mask, struct statx *restrict found) {
    char full[PATH_MAX];
    /* Rust's standard library passes no path to find out whether the kernel has this call; the header says that none
     * does, by which the compiler would drop the question. */
    const char *volatile name = path;
    int watched = name && name[0] ? absolute(base, name, full) : name && path_of(base, full);
    RUN("statx", full, watched, ANSWER, syscall(SYS_statx, base, path, flags, mask, found), (void)0);
}

DIR *opendir(const char *path) {
    static DIR *(*real)(const char *);
    char full[PATH_MAX];
    if (!real) real = dlsym(RTLD_NEXT, "opendir");
    enum verdict verdict = PASS;
    if (absolute(AT_FDCWD, path, full)) {
        pthread_mutex_lock(&order);
        verdict = decide("opendir", full, ANSWER);
        pthread_mutex_unlock(&order);
    }
    return verdict == FAIL ? NULL : real(path);
}

/* Copies in the kernel are refused, so that Rust's standard library reads and writes instead. */
ssize_t copy_file_range(int from, off64_t *a, int to, off64_t *b, size_t length, unsigned flags) { return errno = ENOSYS, -1; }
ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) { return errno = ENOSYS, -1; }

/* glibc's own names of its functions. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

static int is_refused(size_t size) {
    if (size < LARGE || !root_length) return 0;
    long number = __atomic_add_fetch(&allocations, 1, __ATOMIC_SEQ_CST);
    if (log_file >= 0) {
        pthread_mutex_lock(&order);
        say("allocation %ld %zu\n", number, size);
        pthread_mutex_unlock(&order);
    }
    return number == at && is("memory");
}
void *malloc(size_t size) { return is_refused(size) ? errno = ENOMEM, NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return is_refused(count * size) ? errno = ENOMEM, NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return is_refused(size) ? errno = ENOMEM, NULL : __libc_realloc(old, size); }
int posix_memalign(void **place, size_t align, size_t size) {
    if (is_refused(size)) return ENOMEM;
    return (*place = __libc_memalign(align, size)) ? 0 : ENOMEM;
}
