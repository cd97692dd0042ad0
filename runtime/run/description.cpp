//===- description.cpp - What a library says about itself -----------------===//

#include "description.h"

#include <nlohmann/json.hpp>

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
    if (range != record.end() && range->is_array() && range->size() == 2 &&
        (*range)[0].is_number_integer() && (*range)[1].is_number_integer())
      description.ranges[record["name"]] = {(*range)[0].get<int64_t>(),
                                            (*range)[1].get<int64_t>() - 1};
  }
  for (const Json &record : namedRecords(json, "state")) {
    auto role = record.find("role");
    if (role != record.end() && role->is_string())
      description.roles[record["name"]] = role->get<std::string>();
  }
  return description;
}

} // namespace gradc::run
