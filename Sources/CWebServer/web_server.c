#define _GNU_SOURCE
#include "web_server.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// The functions used from the library.
#define FUNCTIONS(USE)                \
  USE(start_daemon)                   \
  USE(get_daemon_info)                \
  USE(get_connection_info)            \
  USE(lookup_connection_value)        \
  USE(create_response_from_buffer)    \
  USE(create_response_from_callback)  \
  USE(add_response_header)            \
  USE(queue_response)                 \
  USE(destroy_response)

static struct {
#define PLACE(name) __typeof__(MHD_##name) *name;
  FUNCTIONS(PLACE)
#undef PLACE
} mhd;

const char *pinna_web_load(void) {
  // The soname since version 0.9.60, in Debian 12 and 13.
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define LOOK_UP(name) \
  if ((mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name)) == NULL) return dlerror();
  FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return NULL;
}

// The library's messages about browsers' requests do not belong in a log.
static void silent(void *context, const char *format, va_list words) {
  (void)context;
  (void)format;
  (void)words;
}

struct MHD_Daemon *pinna_web_start(
    const pinna_web_setup *setup, MHD_AccessHandlerCallback handler, void *context,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback noted) {
  // Otherwise, each connection's thread would have its own allocation arena, which is never released.
  mallopt(M_ARENA_MAX, 1);
  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ERROR_LOG;
  struct MHD_OptionItem options[12];
  size_t count = 0;
#define PUT(name, number, address) options[count++] = (struct MHD_OptionItem){name, (intptr_t)(number), address}
  PUT(MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)silent, NULL);
  PUT(MHD_OPTION_LISTEN_SOCKET, setup->listening, NULL);
  PUT(MHD_OPTION_CONNECTION_LIMIT, setup->connections, NULL);
  PUT(MHD_OPTION_PER_IP_CONNECTION_LIMIT, setup->per_address, NULL);
  PUT(MHD_OPTION_CONNECTION_TIMEOUT, setup->idle_seconds, NULL);
  PUT(MHD_OPTION_CONNECTION_MEMORY_LIMIT, setup->memory, NULL);
  PUT(MHD_OPTION_THREAD_STACK_SIZE, setup->stack, NULL);
  PUT(MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, context);
  PUT(MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)noted, context);
  if (setup->certificate != NULL && setup->key != NULL) {
    flags |= MHD_USE_TLS;
    PUT(MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate);
    PUT(MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key);
  }
  PUT(MHD_OPTION_END, 0, NULL);
#undef PUT
  return mhd.start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

unsigned int pinna_web_connections(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = mhd.get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

int pinna_web_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

bool pinna_web_is_new(enum MHD_ConnectionNotificationCode what) { return what == MHD_CONNECTION_NOTIFY_STARTED; }

void pinna_web_address(struct MHD_Connection *connection, char *text, size_t capacity) {
  const union MHD_ConnectionInfo *info = mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *address = info == NULL ? NULL : info->client_addr;
  const void *place = NULL;
  text[0] = 0;
  if (address == NULL) return;
  if (address->sa_family == AF_INET) place = &((const struct sockaddr_in *)address)->sin_addr;
  if (address->sa_family == AF_INET6) place = &((const struct sockaddr_in6 *)address)->sin6_addr;
  if (place != NULL) inet_ntop(address->sa_family, place, text, (socklen_t)capacity);
}

enum MHD_Result pinna_web_go_on(void) { return MHD_YES; }

enum MHD_Result pinna_web_close(void) { return MHD_NO; }

const char *pinna_web_line(struct MHD_Connection *connection, const char *name) {
  return mhd.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

struct MHD_Response *pinna_web_copy(const void *bytes, size_t count) {
  return mhd.create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *pinna_web_stream(
    uint64_t count, size_t block, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback release) {
  return mhd.create_response_from_callback(count, block, read, context, release);
}

void pinna_web_add(struct MHD_Response *response, const char *name, const char *value) {
  mhd.add_response_header(response, name, value);
}

enum MHD_Result pinna_web_send(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  enum MHD_Result result = mhd.queue_response(connection, status, response);
  mhd.destroy_response(response);
  return result;
}

// Releases the segments of a program or library that are never written: the loader's relocations are in others.
static int give_back(struct dl_phdr_info *file, size_t size, void *context) {
  (void)size;
  (void)context;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // The segment table is in the first segment: reading it afterwards would load that segment again.
  struct { uintptr_t start, end; } parts[16];
  size_t count = 0;
  for (int n = 0; n < file->dlpi_phnum && count < sizeof parts / sizeof *parts; n++) {
    const ElfW(Phdr) *segment = &file->dlpi_phdr[n];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
    parts[count].start = (file->dlpi_addr + segment->p_vaddr) & -page;
    parts[count++].end = (file->dlpi_addr + segment->p_vaddr + segment->p_filesz + page - 1) & -page;
  }
  for (size_t n = 0; n < count; n++) {
    madvise((void *)parts[n].start, parts[n].end - parts[n].start, MADV_DONTNEED);
  }
  return 0;
}

void pinna_web_give_back(void) { dl_iterate_phdr(give_back, NULL); }

void pinna_web_make_idle(pid_t process) {
  struct sched_param parameters = {0};
  setpriority(PRIO_PROCESS, (id_t)process, 19);
  sched_setscheduler(process, SCHED_IDLE, &parameters);
}
