//===- arena.cpp - Memory of which a kernel may touch a part --------------===//

#include "standin/arena.h"

#include "standin/sanitizers.h"

namespace gradc::standin {

Arena::Arena(void *memory, size_t bytes) : memory(memory), bytes(bytes) {}

Arena::~Arena() { unpoison(memory, bytes); }

std::string Arena::run(const Launch &launch) {
  const char *begin = static_cast<const char *>(memory);
  for (const Operand &operand : launch.operands) {
    const char *data = static_cast<const char *>(operand.data);
    if (data < begin || operand.bytes > size_t(begin + bytes - data))
      return std::string(launch.kernel->name) +
             ": an operand lies outside of the arena";
  }
  poison(memory, bytes);
  for (const Operand &operand : launch.operands)
    unpoison(operand.data, operand.bytes);
  std::string error = standin::run(launch);
  unpoison(memory, bytes);
  return error;
}

} // namespace gradc::standin
