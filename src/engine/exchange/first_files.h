// The files of the first HiveMind and of iDumb, mapped to the records of today. Pure: parsed files in, nodes out, the
// same nodes with the same ids every time. What has no place in a record is kept beside it under "original", with the
// old id and the old status word. The formats are told apart by what a file holds, because the same path held
// different things over the years.
//
// To add a format: 1. write a map_… function beside the others; 2. add its line to the list in first_files.cc.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "domain/stamp.h"

namespace hm::first {

struct FirstFile {
    std::string path;
    json::object content;
};

struct MappedNode {
    std::string noun;
    json::object record;
    json::object unknown;
    std::string alias;  // its old id
};

struct MappedFiles {
    std::vector<MappedNode> nodes;
    std::vector<std::pair<std::string, json::value>> settings;
    std::vector<std::string> notes;
    std::vector<std::string> unknown_files;  // that hold nothing this program knows
};

using ToLocalMinute = LocalMinute (*)(Time);

MappedFiles map_first_files(const std::vector<FirstFile>& files, ToLocalMinute to_local_minute);

// The whole objects of a list in a file that breaks off, as {"<name of the list>":[…]}; empty when there are none.
json::object salvage(std::string_view text);

}  // namespace hm::first
