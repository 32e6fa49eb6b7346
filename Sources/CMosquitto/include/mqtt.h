// What Pinna needs of libmosquitto, which is loaded when a broker is named: the recorder, which is the same program,
// neither needs nor loads it. Results are those of the library (MOSQ_ERR_...).
#pragma once

#include <mosquitto.h>
#include <stdbool.h>

// Loads the library; other functions may be called afterwards. NULL: done; otherwise what went wrong.
const char *pinna_mqtt_load(void);

// A client of a broker. Its functions get the client and the context first.
typedef struct pinna_mqtt_setup {
  const char *name;         // of which a broker has one at a time
  const char *user;         // NULL for none
  const char *password;     // NULL for none
  const char *authorities;  // a file of certificates (PEM), for TLS; NULL for a connection in the clear
  const char *will_topic;   // where the broker publishes the will once the client is gone
  const char *will;
  void (*connected)(struct mosquitto *client, void *context, int code);  // the broker's answer: 0, or its refusal
  void (*message)(struct mosquitto *client, void *context, const struct mosquitto_message *message);
  void (*log)(struct mosquitto *client, void *context, int level, const char *words);
} pinna_mqtt_setup;

// Makes a client, or gives the result that says why not.
int pinna_mqtt_make(const pinna_mqtt_setup *setup, void *context, struct mosquitto **client);

// Begins to connect. The host is looked up before it returns; turns do the rest.
int pinna_mqtt_connect(struct mosquitto *client, const char *host, int port, int keep_alive_seconds);

// Waits at most so long for something to read or write, and does it.
int pinna_mqtt_turn(struct mosquitto *client, int milliseconds);

// Publishes bytes, which arrive at least once; the broker keeps the last ones of a topic for later where is_kept.
int pinna_mqtt_publish(struct mosquitto *client, const char *topic, const void *bytes, int count, bool is_kept);

// Asks for the messages of a topic, which arrive once at most.
int pinna_mqtt_subscribe(struct mosquitto *client, const char *topic);

// Says goodbye: the will is not published.
void pinna_mqtt_leave(struct mosquitto *client);

// Lets go of a client.
void pinna_mqtt_release(struct mosquitto *client);

// A sentence about a result.
const char *pinna_mqtt_words(int result);
