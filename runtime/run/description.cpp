//===- description.cpp - What a library says about itself -----------------===//

#include "description.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gradc::run {

namespace {

using Json = nlohmann::json;

/// The records of the list `json[key]` that have a name.
std::vector<Json> namedRecords(const Json &json, const char *key) {
  std::vector<Json> records;
  if (json.is_object() && json.contains(key) && json[key].is_array())
    for (const Json &record : json[key])
      if (record.is_object() && record.contains("name") &&
          record["name"].is_string())
        records.push_back(record);
  return records;
}

} // namespace

Description parseDescription(const std::string &text) {
  Description description;
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  for (const Json &record : namedRecords(json, "inputs")) {
    auto range = record.find("range");
    if (range == record.end() || !range->is_array() ||
        !std::all_of(range->begin(), range->end(),
                     [](const Json &n) { return n.is_number_integer(); }) ||
        range->size() < 2 || range->size() > 3)
      continue;
    auto bounds = range->get<std::vector<int64_t>>();
    ValueRange &values = description.ranges[record["name"]];
    values = {bounds[0], bounds[1] - 1, std::nullopt};
    if (bounds.size() == 3)
      values.ignored = bounds[2];
  }
  for (const Json &record : namedRecords(json, "state")) {
    auto role = record.find("role");
    if (role != record.end() && role->is_string())
      description.roles[record["name"]] = role->get<std::string>();
  }
  return description;
}

} // namespace gradc::run
