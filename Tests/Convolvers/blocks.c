// A QEMU plugin that counts the executions of each block of instructions in a program for another processor, and the
// data accesses that miss both levels of a Cortex-A53's cache.
//
// -plugin blocks.so,into=FILE: at the end, FILE has a line for every block: its address, the number of executions, the
// misses of the first level and of both levels, the function (? if the program does not name it), and the bytes of its
// instructions. A block translated twice has two lines.
//
// The caches are those of a Raspberry Pi Zero 2 and 3: 32 KB with 4 ways for data, then 512 KB with 16 ways, lines of
// 64 bytes, replacement of the least recently used line, and no prefetch. All threads share them.
//
// Source: docs/devel/tcg-plugins.rst in QEMU's sources, version 1 of the interface, as in instructions.c; Arm,
// Cortex-A53 MPCore Technical Reference Manual, 6.1 and 7.1; Raspberry Pi, processors BCM2837 and RP3A0.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint32_t qemu_plugin_meminfo_t;
typedef void block_translated(uint64_t plugin, struct qemu_plugin_tb *block);
typedef void block_executed(unsigned processor, void *data);
typedef void memory_used(unsigned processor, qemu_plugin_meminfo_t about, uint64_t address, void *data);
typedef void program_ended(uint64_t plugin, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t plugin, block_translated *call);
void qemu_plugin_register_vcpu_tb_exec_cb(
    struct qemu_plugin_tb *block, block_executed *call, int registers, void *data);
void qemu_plugin_register_vcpu_mem_cb(
    struct qemu_plugin_insn *instruction, memory_used *call, int registers, int directions, void *data);
void qemu_plugin_register_atexit_cb(uint64_t plugin, program_ended *call, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *instruction);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t about);

int qemu_plugin_version = 1;

enum { no_registers = 0, reads_and_writes = 3, line_bits = 6, most_ways = 16, most_sets = 512 };

struct block {
  struct block *next;
  uint64_t address;
  uint64_t count;
  uint64_t misses[2];
  const char *function;
  size_t instructions;
  uint32_t code[];
};

struct cache {
  unsigned sets, ways;
  uint64_t lines[most_sets][most_ways];  // in each set, the most recently used line is the first
};

static struct block *blocks;
static struct cache caches[2] = {{.sets = 128, .ways = 4}, {.sets = 512, .ways = 16}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *path;

// True if a line is in a cache; adds it if it is not.
static int has(struct cache *cache, uint64_t line) {
  uint64_t *lines = cache->lines[line % cache->sets];
  unsigned place = 0;
  while (place < cache->ways && lines[place] != line) place++;
  int found = place < cache->ways;
  memmove(lines + 1, lines, (found ? place : cache->ways - 1) * sizeof *lines);
  lines[0] = line;
  return found;
}

static void used(unsigned processor, qemu_plugin_meminfo_t about, uint64_t address, void *data) {
  (void)processor;
  struct block *block = data;
  uint64_t last = (address + (1ull << qemu_plugin_mem_size_shift(about)) - 1) >> line_bits;
  pthread_mutex_lock(&lock);
  for (uint64_t line = address >> line_bits; line <= last; line++) {
    for (int level = 0; level < 2 && !has(&caches[level], line); level++) block->misses[level]++;
  }
  pthread_mutex_unlock(&lock);
}

static void executed(unsigned processor, void *data) {
  (void)processor;
  __atomic_fetch_add(&((struct block *)data)->count, 1, __ATOMIC_RELAXED);
}

static void translated(uint64_t plugin, struct qemu_plugin_tb *translation) {
  (void)plugin;
  size_t count = qemu_plugin_tb_n_insns(translation);
  struct block *block = calloc(1, sizeof *block + count * sizeof *block->code);
  if (block == NULL) abort();
  block->address = qemu_plugin_tb_vaddr(translation);
  block->instructions = count;
  block->function = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(translation, 0));
  for (size_t n = 0; n < count; n++) {
    struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(translation, n);
    memcpy(&block->code[n], qemu_plugin_insn_data(instruction), sizeof *block->code);
    qemu_plugin_register_vcpu_mem_cb(instruction, used, no_registers, reads_and_writes, block);
  }
  pthread_mutex_lock(&lock);
  block->next = blocks;
  blocks = block;
  pthread_mutex_unlock(&lock);
  qemu_plugin_register_vcpu_tb_exec_cb(translation, executed, no_registers, block);
}

static void ended(uint64_t plugin, void *data) {
  (void)plugin;
  (void)data;
  FILE *file = fopen(path, "w");
  if (file == NULL) abort();
  for (struct block *block = blocks; block != NULL; block = block->next) {
    if (block->count == 0) continue;
    fprintf(file, "%llx %llu %llu %llu %s", (unsigned long long)block->address, (unsigned long long)block->count,
            (unsigned long long)block->misses[0], (unsigned long long)block->misses[1],
            block->function != NULL && *block->function != 0 ? block->function : "?");
    for (size_t n = 0; n < block->instructions; n++) fprintf(file, " %08x", block->code[n]);
    fputc('\n', file);
  }
  if (fclose(file) != 0) abort();
}

int qemu_plugin_install(uint64_t plugin, const void *about, int arguments, char **argument) {
  static const char key[] = "into=";
  (void)about;
  if (arguments != 1 || strncmp(argument[0], key, strlen(key)) != 0) return 1;
  path = strdup(argument[0] + strlen(key));
  if (path == NULL) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
  qemu_plugin_register_atexit_cb(plugin, ended, NULL);
  return 0;
}
