// The parts of libmosquitto that Pinna uses. The library is only loaded if a broker is named: the recorder, which is
// the same program, neither needs nor loads it. Results are the library's (MOSQ_ERR_...).
#pragma once

#include <mosquitto.h>
#include <stdbool.h>

// Loads the library; other functions may be called afterwards. Returns NULL, or an error message.
const char *pinna_mqtt_load(void);

// A client of a broker. Its callbacks receive the client and the context first.
typedef struct pinna_mqtt_setup {
  const char *name;         // the client id, unique on its broker
  const char *user;         // NULL for none
  const char *password;     // NULL for none
  const char *authorities;  // a file of certificates (PEM) for TLS; NULL for an unencrypted connection
  const char *will_topic;   // where the broker publishes the will when the client is lost
  const char *will;
  void (*connected)(struct mosquitto *client, void *context, int code);  // the broker's answer: 0, or its refusal
  void (*published)(struct mosquitto *client, void *context, int id);    // the broker has confirmed a message
  void (*message)(struct mosquitto *client, void *context, const struct mosquitto_message *message);
  void (*log)(struct mosquitto *client, void *context, int level, const char *words);
} pinna_mqtt_setup;

// Makes a client, or returns the reason for failure.
int pinna_mqtt_make(const pinna_mqtt_setup *setup, void *context, struct mosquitto **client);

// Starts connecting. The host is resolved before it returns; turns do the rest.
int pinna_mqtt_connect(struct mosquitto *client, const char *host, int port, int keep_alive_seconds);

// Waits at most this long for a chance to read or write, and then reads or writes.
int pinna_mqtt_turn(struct mosquitto *client, int milliseconds);

// Publishes bytes, delivered at least once; with is_kept, the broker retains the last message of the topic. Sets the id
// with which the message is confirmed.
int pinna_mqtt_publish(struct mosquitto *client, int *id, const char *topic, const void *bytes, int count,
                       bool is_kept);

// Subscribes to a topic, whose messages arrive at most once.
int pinna_mqtt_subscribe(struct mosquitto *client, const char *topic);

// Disconnects cleanly: the will is not published.
void pinna_mqtt_leave(struct mosquitto *client);

// Frees a client.
void pinna_mqtt_release(struct mosquitto *client);

// The description of a result.
const char *pinna_mqtt_words(int result);
