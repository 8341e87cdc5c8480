#include "adapters/clients/shared/newer_program.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"

namespace hm {
namespace {

constexpr const char* restarted_variable = "HIVEMIND_RESTARTED";
constexpr const char* unread_variable = "HIVEMIND_UNREAD";  // the number of the file that holds it

// The kernel marks the name of a program whose file was replaced or removed.
std::string installed_path() {
    constexpr std::string_view mark = " (deleted)";
    std::error_code error;
    std::string path = std::filesystem::read_symlink("/proc/self/exe", error).string();
    if (path.ends_with(mark)) path.erase(path.size() - mark.size());
    return path;
}

bool is_another_program(const std::string& path) {
    struct stat running{};
    struct stat installed{};
    if (stat("/proc/self/exe", &running) != 0 || stat(path.c_str(), &installed) != 0) return false;
    const bool is_same = running.st_dev == installed.st_dev && running.st_ino == installed.st_ino;
    return !is_same && S_ISREG(installed.st_mode) && access(path.c_str(), X_OK) == 0;
}

// A file in memory that the next program inherits; -1 when there is none.
int keep(std::string_view unread) {
    const int file = memfd_create("hivemind-unread", 0);
    if (file < 0) return -1;
    if (!write_all(file, unread)) {
        close(file);
        return -1;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

}  // namespace

void become_installed_program(const std::vector<std::string>& arguments, std::string_view unread) {
    const std::string path = installed_path();
    if (std::getenv(restarted_variable) != nullptr || path.empty() || !is_another_program(path)) return;
    const int file = unread.empty() ? -1 : keep(unread);
    if (!unread.empty() && file < 0) return;
    setenv(restarted_variable, "1", 1);
    if (file >= 0) setenv(unread_variable, std::to_string(file).c_str(), 1);
    std::string name = "hivemind";
    std::vector<char*> values{name.data()};
    for (const std::string& argument : arguments) values.push_back(const_cast<char*>(argument.c_str()));
    values.push_back(nullptr);
    execv(path.c_str(), values.data());
    // It could not be started: this process answers as well as it can.
    unsetenv(restarted_variable);
    unsetenv(unread_variable);
    if (file >= 0) close(file);
}

std::string take_unread() {
    const char* number = std::getenv(unread_variable);
    if (number == nullptr) return {};
    int file = -1;
    const std::string_view digits(number);
    std::from_chars(digits.data(), digits.data() + digits.size(), file);
    unsetenv(unread_variable);
    if (file <= STDERR_FILENO) return {};
    std::string unread;
    std::array<char, 16384> chunk{};
    for (ssize_t count = 1; count > 0;) {
        count = read(file, chunk.data(), chunk.size());
        if (count > 0) unread.append(chunk.data(), static_cast<std::size_t>(count));
    }
    close(file);
    return unread;
}

}  // namespace hm
