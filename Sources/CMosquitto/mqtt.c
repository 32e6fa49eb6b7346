#include "mqtt.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

// The functions used from the library.
#define FUNCTIONS(USE)      \
  USE(lib_init)             \
  USE(new)                  \
  USE(destroy)              \
  USE(username_pw_set)      \
  USE(will_set)             \
  USE(tls_set)              \
  USE(connect_async)        \
  USE(disconnect)           \
  USE(loop)                 \
  USE(publish)              \
  USE(subscribe)            \
  USE(strerror)             \
  USE(connect_callback_set) \
  USE(publish_callback_set) \
  USE(message_callback_set) \
  USE(log_callback_set)

static struct {
#define PLACE(name) __typeof__(mosquitto_##name) *name;
  FUNCTIONS(PLACE)
#undef PLACE
} mqtt;

// The quality of service "at least once".
enum { at_most_once = 0, at_least_once = 1 };

const char *pinna_mqtt_load(void) {
  // The soname in Debian 12 and 13.
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define LOOK_UP(name) \
  if ((mqtt.name = (__typeof__(mqtt.name))dlsym(library, "mosquitto_" #name)) == NULL) return dlerror();
  FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  mqtt.lib_init();
  return NULL;
}

int pinna_mqtt_make(const pinna_mqtt_setup *setup, void *context, struct mosquitto **client) {
  struct mosquitto *made = mqtt.new(setup->name, true, context);
  if (made == NULL) return MOSQ_ERR_ERRNO;
  mqtt.connect_callback_set(made, setup->connected);
  mqtt.publish_callback_set(made, setup->published);
  mqtt.message_callback_set(made, setup->message);
  mqtt.log_callback_set(made, setup->log);
  int result = mqtt.will_set(made, setup->will_topic, (int)strlen(setup->will), setup->will, at_least_once, true);
  if (result == MOSQ_ERR_SUCCESS && setup->user != NULL) {
    result = mqtt.username_pw_set(made, setup->user, setup->password);
  }
  if (result == MOSQ_ERR_SUCCESS && setup->authorities != NULL) {
    result = mqtt.tls_set(made, setup->authorities, NULL, NULL, NULL, NULL);
  }
  if (result == MOSQ_ERR_SUCCESS) {
    *client = made;
  } else {
    mqtt.destroy(made);
  }
  return result;
}

int pinna_mqtt_connect(struct mosquitto *client, const char *host, int port, int keep_alive_seconds) {
  return mqtt.connect_async(client, host, port, keep_alive_seconds);
}

int pinna_mqtt_turn(struct mosquitto *client, int milliseconds) { return mqtt.loop(client, milliseconds, 1); }

int pinna_mqtt_publish(struct mosquitto *client, int *id, const char *topic, const void *bytes, int count,
                       bool is_kept) {
  return mqtt.publish(client, id, topic, count, bytes, at_least_once, is_kept);
}

int pinna_mqtt_subscribe(struct mosquitto *client, const char *topic) {
  return mqtt.subscribe(client, NULL, topic, at_most_once);
}

void pinna_mqtt_leave(struct mosquitto *client) { mqtt.disconnect(client); }

void pinna_mqtt_release(struct mosquitto *client) { mqtt.destroy(client); }

const char *pinna_mqtt_words(int result) { return mqtt.strerror(result); }
