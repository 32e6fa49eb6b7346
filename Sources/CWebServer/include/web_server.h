// What Pinna needs of libmicrohttpd, which is loaded when the page is served: the recorder itself, which is the same
// program, neither needs nor loads it.
//
// Functions with a variable number of arguments, which Swift cannot call, and the library's enumerations, whose names
// Swift sees in another way with every version of them, stay on this side.
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

// Loads the library; other functions may be called afterwards. NULL: done; otherwise what went wrong.
const char *pinna_web_load(void);

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
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback noted);

// The number of connections.
unsigned int pinna_web_connections(struct MHD_Daemon *daemon);

// The socket of a connection.
int pinna_web_socket(struct MHD_Connection *connection);

// True for a connection that begins, false for one that is over.
bool pinna_web_is_new(enum MHD_ConnectionNotificationCode what);

// Writes the address of the browser without its port, in figures.
void pinna_web_address(struct MHD_Connection *connection, char *text, size_t capacity);

// The answers of a handler: go on, or close the connection.
enum MHD_Result pinna_web_go_on(void);
enum MHD_Result pinna_web_close(void);

// A line of the head of a request. NULL: there is none.
const char *pinna_web_line(struct MHD_Connection *connection, const char *name);

// Answers: with a copy of bytes; with part of a file, whose descriptor the library closes; with what a function gives.
struct MHD_Response *pinna_web_copy(const void *bytes, size_t count);
struct MHD_Response *pinna_web_file(int descriptor, uint64_t offset, uint64_t count);
struct MHD_Response *pinna_web_stream(
    uint64_t count, size_t block, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback release);

// Adds a line to the head of an answer.
void pinna_web_add(struct MHD_Response *response, const char *name, const char *value);

// Sends an answer, and lets go of it.
enum MHD_Result pinna_web_send(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

// Lets go of the pages of the program and its libraries that are as they are in their files; the next use of one finds
// it in the system's cache of files.
void pinna_web_give_back(void);

// Lets a process run only when nothing else wants to: SCHED_IDLE and the lowest priority.
void pinna_web_make_idle(pid_t process);
