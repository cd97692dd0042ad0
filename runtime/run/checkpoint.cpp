//===- checkpoint.cpp - Saving a run and going on with it -----------------===//

#include "checkpoint.h"
#include "fault.h"
#include "match.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace gradc::run {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Raised when the meaning of the metadata changes.
constexpr int64_t formatVersion = 1;
constexpr std::string_view prefix = "step-", suffix = ".safetensors";

/// The step of a checkpoint's file name, if it is one.
std::optional<int64_t> stepOf(const std::string &name) {
  if (name.size() <= prefix.size() + suffix.size() ||
      name.compare(0, prefix.size(), prefix) != 0 ||
      name.compare(name.size() - suffix.size(), suffix.size(), suffix) != 0)
    return std::nullopt;
  std::string digits =
      name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  if (digits.size() > 18 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoll(digits);
}

/// Reads whole numbers out of the metadata.
class MetadataReader {
public:
  MetadataReader(const Metadata &metadata, const std::string &path)
      : metadata(metadata), path(path) {}

  std::string text(const std::string &key) const {
    auto found = metadata.find("gradc." + key);
    if (found == metadata.end())
      inputFault("{}: is no checkpoint of gradc: it lacks '{}'", path, key);
    return found->second;
  }
  int64_t number(const std::string &key) const {
    std::string value = text(key);
    size_t used = 0;
    int64_t number = 0;
    try {
      number = std::stoll(value, &used);
    } catch (const std::exception &) {
    }
    if (used == 0 || used != value.size())
      inputFault("{}: is no checkpoint of gradc: '{}' is '{}'", path, key,
                 value);
    return number;
  }

private:
  const Metadata &metadata;
  const std::string &path;
};

Scalars parseScalars(const std::string &text, const std::string &path) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  Scalars scalars;
  if (!json.is_object())
    inputFault("{}: is no checkpoint of gradc: 'set' is '{}'", path, text);
  for (auto &[name, value] : json.items())
    if (value.is_number())
      scalars[name] = value.get<double>();
  return scalars;
}

} // namespace

std::string fingerprint(const std::vector<TensorPlan> &state) {
  std::vector<std::string> lines;
  for (const TensorPlan &tensor : state)
    lines.push_back(fmt::format("{} {} {}\n", tensor.name, nameOf(tensor.dtype),
                                toString(tensor.shape)));
  std::sort(lines.begin(), lines.end());
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (const std::string &line : lines)
    for (unsigned char c : line)
      hash = (hash ^ c) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

void writeCheckpoint(const std::string &path, const StepLibrary &library,
                     const RunState &run) {
  Metadata metadata;
  auto put = [&](const std::string &key, auto value) {
    metadata["gradc." + key] = fmt::format("{}", value);
  };
  put("checkpoint", formatVersion);
  put("model", fingerprint(library.state()));
  put("step", run.step);
  put("epoch", run.step / run.stepsPerEpoch());
  put("position", run.step % run.stepsPerEpoch());
  put("skipped", run.skipped);
  put("total_steps", run.totalSteps);
  put("seed", run.seed);
  put("rows", run.rows);
  put("batch", run.batch);
  put("set", Json(run.set).dump());

  SafetensorsWriter writer(path, metadata, library.state());
  std::vector<uint8_t> data;
  for (const TensorPlan &tensor : library.state()) {
    data.resize(byteSize(tensor.shape, tensor.dtype).value_or(0));
    library.readState(tensor, data.data());
    writer.write(data.data(), data.size());
  }
  writer.commit();
}

RunState readCheckpoint(const std::string &path, StepLibrary &library) {
  Safetensors file = readSafetensors(path);
  MetadataReader reader(file.metadata, path);
  int64_t version = reader.number("checkpoint");
  reader.text("checksum"); // readSafetensors has compared it
  if (version != formatVersion)
    inputFault("{}: the checkpoint has format {}, this gradc-run reads format "
               "{}",
               path, version, formatVersion);
  std::string difference = mismatch(library.state(), file.tensors, true);
  if (!difference.empty() ||
      reader.text("model") != fingerprint(library.state()))
    inputFault("{}: the checkpoint is of another model than {}: {}", path,
               library.path(),
               difference.empty() ? "their fingerprints differ" : difference);

  RunState run;
  run.step = reader.number("step");
  run.skipped = reader.number("skipped");
  run.totalSteps = reader.number("total_steps");
  run.seed = reader.number("seed");
  run.rows = reader.number("rows");
  run.batch = reader.number("batch");
  run.set = parseScalars(reader.text("set"), path);
  if (run.rows < 1 || run.batch < 1 || run.step < 0 ||
      run.step / run.stepsPerEpoch() != reader.number("epoch") ||
      run.step % run.stepsPerEpoch() != reader.number("position"))
    inputFault("{}: is no checkpoint of gradc: its numbers disagree", path);

  for (const TensorPlan &tensor : library.state())
    library.writeState(tensor, file.tensors.at(tensor.name));
  return run;
}

CheckpointFolder::CheckpointFolder(std::string path) : folder(std::move(path)) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::exists(folder) && !fs::is_directory(folder))
    inputFault("--checkpoint {}: expected a folder, found a file", folder);
  if (error)
    machineFault("--checkpoint {}: the folder cannot be made: {}", folder,
                 error.message());
  // Better known now than after an epoch.
  AsideFile probe((fs::path(folder) / "probe").string());
}

std::string CheckpointFolder::pathOf(int64_t step) const {
  return (fs::path(folder) / fmt::format("{}{:08}{}", prefix, step, suffix))
      .string();
}

std::map<int64_t, std::string> CheckpointFolder::list() const {
  std::map<int64_t, std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; entry != end;
       entry.increment(error)) {
    if (error)
      break;
    if (auto step = stepOf(entry->path().filename().string()))
      found[*step] = entry->path().string();
  }
  if (error)
    machineFault("{}: cannot be read: {}", folder, error.message());
  return found;
}

std::string CheckpointFolder::save(const StepLibrary &library,
                                   const RunState &run, int64_t keep) const {
  std::string path = pathOf(run.step);
  writeCheckpoint(path, library, run);
  auto all = list();
  while (static_cast<int64_t>(all.size()) > keep) {
    std::error_code ignored; // an old checkpoint too many harms nobody
    fs::remove(all.begin()->second, ignored);
    all.erase(all.begin());
  }
  return path;
}

RunState CheckpointFolder::restore(StepLibrary &library) const {
  auto all = list();
  if (all.empty())
    inputFault("{}: holds no checkpoint to resume from; leave out --resume to "
               "start",
               folder);
  return readCheckpoint(all.rbegin()->second, library);
}

} // namespace gradc::run
