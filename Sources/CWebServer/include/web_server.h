// Functions of libmicrohttpd with a variable number of arguments, which Swift cannot call.
#pragma once

#include <microhttpd.h>
#include <stddef.h>

// The bounds and the socket of a server.
typedef struct pinna_web_setup {
  int listening;              // a listening socket
  unsigned int connections;   // at the same time, of all browsers
  unsigned int per_address;   // of one address
  unsigned int idle_seconds;  // after which a connection on which nothing happens is closed
  size_t memory;              // bytes for the head of a request
  size_t stack;               // bytes of a connection's thread
  const char *certificate;    // PEM; NULL for HTTP
  const char *key;            // PEM; NULL for HTTP
} pinna_web_setup;

// Starts a server with a thread for each connection. NULL: it cannot be started.
struct MHD_Daemon *pinna_web_start(
    const pinna_web_setup *setup, MHD_AccessHandlerCallback handler, void *context,
    MHD_RequestCompletedCallback completed);

// The number of connections.
unsigned int pinna_web_connections(struct MHD_Daemon *daemon);

// Writes the address of the browser without its port, in figures.
void pinna_web_address(struct MHD_Connection *connection, char *text, size_t capacity);

// What follows has no variable arguments: it spares Swift the library's enumerations, whose names it sees in another
// way with every version of them.

// The answers of a handler: go on, or close the connection.
enum MHD_Result pinna_web_go_on(void);
enum MHD_Result pinna_web_close(void);

// A line of the head of a request. NULL: there is none.
const char *pinna_web_line(struct MHD_Connection *connection, const char *name);

// An answer with a copy of these bytes.
struct MHD_Response *pinna_web_copy(const void *bytes, size_t count);
