//===- Schedule.cpp - The learning rate over the steps --------------------===//

#include "dialects/train/Schedule.h"

#include "dialects/train/Train.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gradc::train;

/// "10%" or "100": a number that is not negative.
static bool parseAmount(StringRef text, double &value, bool &isPercent) {
  isPercent = text.consume_back("%");
  return !text.empty() && !text.getAsDouble(value) && value >= 0.0 &&
         value < 1e15;
}

/// (C1): one phase from its text, or the reason why it is none.
static std::optional<std::string> parsePhase(StringRef text, Phase &phase) {
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  if (words.empty())
    return "is empty";
  StringRef name = words.front();
  if (name == "warmup")
    phase.kind = Phase::Kind::Warmup;
  else if (name == "constant")
    phase.kind = Phase::Kind::Constant;
  else if (name == "linear")
    phase.kind = Phase::Kind::Linear;
  else if (name == "cosine")
    phase.kind = Phase::Kind::Cosine;
  else
    return ("has the unknown phase '" + name + "'" +
            suggestName(name, {"warmup", "constant", "linear", "cosine"}))
        .str();
  ArrayRef<StringRef> rest = ArrayRef<StringRef>(words).drop_front();
  if (!rest.empty() && rest.front() != "to") {
    double length;
    if (!parseAmount(rest.front(), length, phase.isPercent) || length == 0.0 ||
        (!phase.isPercent && length != static_cast<int64_t>(length)))
      return ("needs a positive number of steps or per cents, not '" +
              rest.front() + "'")
          .str();
    phase.length = length;
    rest = rest.drop_front();
  }
  bool isDecay =
      phase.kind == Phase::Kind::Linear || phase.kind == Phase::Kind::Cosine;
  if (isDecay) {
    bool isPercent;
    if (rest.size() != 2 || rest[0] != "to" ||
        !parseAmount(rest[1], phase.end, isPercent) ||
        (!isPercent && phase.end != 0.0))
      return "must end in 'to 0' or in 'to P%', per cents of the learning rate";
    phase.end /= 100.0;
  } else if (!rest.empty()) {
    return ("has the unexpected word '" + rest.front() + "'").str();
  }
  if (phase.kind == Phase::Kind::Warmup && !phase.length)
    return "needs the length of its warm-up, 'warmup 100' or 'warmup 2%'";
  return std::nullopt;
}

FailureOr<SmallVector<Phase>> gradc::train::parseSchedule(
    ArrayAttr phases, llvm::function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<Phase> result;
  for (auto [index, attr] : llvm::enumerate(phases)) {
    Phase phase;
    auto text = dyn_cast<StringAttr>(attr);
    std::optional<std::string> reason =
        text ? parsePhase(text, phase) : std::string("is not a string");
    // (C2)
    if (!reason && phase.kind == Phase::Kind::Warmup && index != 0)
      reason = "must be the first phase";
    if (!reason && !phase.length && index + 1 != phases.size())
      reason = "needs a length, as it is not the last phase";
    if (reason) {
      emitError() << "schedule " << attr << " " << *reason;
      return failure();
    }
    phase.start = result.empty() ? 1.0 : result.back().end;
    if (phase.kind == Phase::Kind::Constant)
      phase.end = phase.start;
    result.push_back(phase);
  }
  return result;
}
