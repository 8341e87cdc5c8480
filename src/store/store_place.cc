#include "store/store_place.h"

#include <sys/stat.h>

namespace hm {

bool StorePlace::is_kept(Connection& connection) {
    if (connection.has_moved()) return false;
    struct stat log{};
    const bool is_there = stat((connection.path() + "-wal").c_str(), &log) == 0;
    if (log_ == 0 && is_there) log_ = log.st_ino;
    return log_ == 0 || (is_there && log.st_ino == log_);
}

}  // namespace hm
