// A native child that answers every line with the same line, over one of three
// transports. It holds no state and does no work, so that what is measured is
// the transport alone.
//
//   echo pipe          lines from standard input go to standard output, until end of input
//   echo socket PATH   listens on a unix socket, serves one connection, until it closes
//   echo once          one line from standard input goes to standard output, then it ends

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

bool write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(to, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

enum class Until { end_of_input, first_line };

// Answers only whole lines, as a child that parses JSON has to.
int echo_lines(int from, int to, Until until) {
    std::string pending;
    char buffer[65536];
    for (;;) {
        const ssize_t count = ::read(from, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return 0;
        pending.append(buffer, static_cast<std::size_t>(count));
        const std::size_t end = pending.rfind('\n');
        if (end == std::string::npos) continue;
        if (!write_all(to, std::string_view(pending).substr(0, end + 1))) return 1;
        pending.erase(0, end + 1);
        if (until == Until::first_line) return 0;
    }
}

int serve_socket(const char* path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path) return 2;
    std::strcpy(address.sun_path, path);
    const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0) return 2;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return 2;
    if (::listen(listener, 1) != 0) return 2;
    const int connection = ::accept(listener, nullptr, nullptr);
    return connection < 0 ? 2 : echo_lines(connection, connection, Until::end_of_input);
}

}  // namespace

int main(int count, char** arguments) {
    const std::string_view mode = count > 1 ? arguments[1] : "";
    if (mode == "pipe") return echo_lines(STDIN_FILENO, STDOUT_FILENO, Until::end_of_input);
    if (mode == "once") return echo_lines(STDIN_FILENO, STDOUT_FILENO, Until::first_line);
    if (mode == "socket" && count > 2) return serve_socket(arguments[2]);
    return 2;
}
