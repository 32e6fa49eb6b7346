// A QEMU plugin that counts the instructions executed by a program for another processor, over all of its processes and
// threads.
//
// -plugin instructions.so,into=FILE: the first 8 bytes of FILE, which must exist, are the count. Processes share these
// bytes as memory, so forked processes continue the count, and no process has to report at its end.
//
// Source: docs/devel/tcg-plugins.rst in QEMU's sources, version 1 of the interface. The used parts of the interface are
// declared here, because Debian has no package with its header.
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct qemu_plugin_tb;
typedef void block_translated(uint64_t plugin, struct qemu_plugin_tb *block);
typedef void block_executed(unsigned processor, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t plugin, block_translated *call);
void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *block, block_executed *call, int registers, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

int qemu_plugin_version = 1;

static uint64_t *count;

static void add(unsigned processor, void *instructions) {
  (void)processor;
  __atomic_fetch_add(count, (uintptr_t)instructions, __ATOMIC_RELAXED);
}

static void translated(uint64_t plugin, struct qemu_plugin_tb *block) {
  (void)plugin;
  const int no_registers = 0;
  qemu_plugin_register_vcpu_tb_exec_cb(block, add, no_registers, (void *)qemu_plugin_tb_n_insns(block));
}

int qemu_plugin_install(uint64_t plugin, const void *about, int arguments, char **argument) {
  static const char key[] = "into=";
  (void)about;
  if (arguments != 1 || strncmp(argument[0], key, strlen(key)) != 0) return 1;
  int file = open(argument[0] + strlen(key), O_RDWR);
  if (file < 0) return 1;
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (count == MAP_FAILED) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
  return 0;
}
