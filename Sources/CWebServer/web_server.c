#include "web_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Complaints of the library about what browsers send are no news for a log.
static void silent(void *context, const char *format, va_list words) {
  (void)context;
  (void)format;
  (void)words;
}

struct MHD_Daemon *pinna_web_start(
    const pinna_web_setup *setup, MHD_AccessHandlerCallback handler, void *context,
    MHD_RequestCompletedCallback completed) {
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
  if (setup->certificate != NULL && setup->key != NULL) {
    flags |= MHD_USE_TLS;
    PUT(MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)setup->certificate);
    PUT(MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)setup->key);
  }
  PUT(MHD_OPTION_END, 0, NULL);
#undef PUT
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

unsigned int pinna_web_connections(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

void pinna_web_address(struct MHD_Connection *connection, char *text, size_t capacity) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
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
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

struct MHD_Response *pinna_web_copy(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
