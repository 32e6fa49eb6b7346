// The parts of libmicrohttpd that Pinna uses. The library is only loaded to serve the page: the recorder itself, which
// is the same program, neither needs nor loads it.
//
// Variadic functions, which Swift cannot call, and the library's enumerations, whose Swift names change with each
// library version, stay on this side.
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

// Loads the library; other functions may be called afterwards. Returns NULL, or an error message.
const char *pinna_web_load(void);

// The limits and the socket of a server.
typedef struct pinna_web_setup {
  int listening;              // a listening socket
  unsigned int connections;   // the maximum number at the same time
  unsigned int per_address;   // the maximum number per address
  unsigned int idle_seconds;  // after which an idle connection is closed
  size_t memory;              // bytes for the header of a request
  size_t stack;               // bytes for the stack of a connection's thread
  const char *certificate;    // PEM; NULL for HTTP
  const char *key;            // PEM; NULL for HTTP
} pinna_web_setup;

// Starts a server with a thread per connection; NULL on failure.
struct MHD_Daemon *pinna_web_start(
    const pinna_web_setup *setup, MHD_AccessHandlerCallback handler, void *context,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback noted);

// The number of connections.
unsigned int pinna_web_connections(struct MHD_Daemon *daemon);

// The socket of a connection.
int pinna_web_socket(struct MHD_Connection *connection);

// True for a new connection, false for a closed one.
bool pinna_web_is_new(enum MHD_ConnectionNotificationCode what);

// Writes the numeric address of the browser, without its port.
void pinna_web_address(struct MHD_Connection *connection, char *text, size_t capacity);

// The results of a handler: continue, or close the connection.
enum MHD_Result pinna_web_go_on(void);
enum MHD_Result pinna_web_close(void);

// A header field of a request; NULL if there is none.
const char *pinna_web_line(struct MHD_Connection *connection, const char *name);

// Answers: with a copy of bytes; with the output of a function.
struct MHD_Response *pinna_web_copy(const void *bytes, size_t count);
struct MHD_Response *pinna_web_stream(
    uint64_t count, size_t block, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback release);

// Adds a header field to an answer.
void pinna_web_add(struct MHD_Response *response, const char *name, const char *value);

// Sends an answer, and releases it.
enum MHD_Result pinna_web_send(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

// Releases the unmodified file pages of the program and its libraries; the next use of one finds it in the system's
// page cache.
void pinna_web_give_back(void);

// Lets a process run only when the processor is idle: SCHED_IDLE and the lowest priority.
void pinna_web_make_idle(pid_t process);
