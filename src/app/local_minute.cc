#include "app/local_minute.h"

#include <ctime>

namespace hm {

LocalMinute local_minute(Time time) {
    const std::time_t seconds_since_epoch = static_cast<std::time_t>(time.ms / 1000);
    std::tm parts{};
    localtime_r(&seconds_since_epoch, &parts);
    return {parts.tm_min, parts.tm_hour, parts.tm_mday, parts.tm_mon + 1, parts.tm_year + 1900};
}

}  // namespace hm
