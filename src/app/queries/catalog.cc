#include <array>

#include "app/catalog.h"
#include "app/queries/queries.h"

namespace hm {

std::span<const Query> all_queries() {
    static const std::array queries{
        show_status(), list_tasks_query(), list_memories_query(), recall_memories(), list_anchors_query(),
        show_log(),    show_pack(),        list_config(),         get_config(),
    };
    return queries;
}

}  // namespace hm
