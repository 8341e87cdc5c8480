// Tells a person as it goes, and a machine at the end.
#pragma once

#include <string>

#include "adapters/cli/environment.h"
#include "base/json.h"

namespace hm::cli {

class Report {
public:
    Report(bool wants_json, Environment& environment) : wants_json_(wants_json), environment_(environment) {}

    void say(const std::string& text) const {
        if (!wants_json_) environment_.out(text);
    }
    json::object& data() { return data_; }
    int end(int exit_code) const {
        if (wants_json_) environment_.out(to_text(data_) + "\n");
        return exit_code;
    }

private:
    bool wants_json_;
    Environment& environment_;
    json::object data_;
};

}  // namespace hm::cli
