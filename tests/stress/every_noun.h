// EveryNounWriter: writes records of every noun in turn, each naming records it made before, and reports every write
// that was acknowledged. Through the bus where there is a command, else through what the program itself uses.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "stress/writers.h"

namespace hm::testing {

class EveryNounWriter {
public:
    // Makes the session it writes in. REQUIRES: made after fork.
    EveryNounWriter(const std::filesystem::path& root, int writer, int output);

    // The next of the round; reports it.
    void write(int index);

    // How many writes make a round in which every noun is written.
    static std::size_t round_length();

private:
    struct Step;
    static const std::vector<Step>& steps();
    // The id of the latest record of the noun that this writer made; empty when there is none yet.
    std::string made(const std::string& noun) const;
    // Runs a command; reports it and remembers what it made.
    void command(std::string_view name, std::string_view noun, const json::object& input);
    // Inserts a record that no command makes, in a transaction of its own.
    template <class Record>
    void insert_directly(const std::function<void(Record&)>& fill);
    void save_session();

    int writer_;
    int output_;
    SystemClock clock_;
    RandomIds ids_;
    std::unique_ptr<Project> project_;
    std::map<std::string, std::string> made_;
};

// The tables of all nouns.
std::vector<std::string> noun_tables();

}  // namespace hm::testing
