#include "app/nouns/given.h"

namespace hm {

void check_members(const json::object& object, const Shape& shape, Decoder& decoder) {
    for (const FieldShape& field : shape.fields) {
        if (field.presence == Presence::optional || object.contains(field.name)) continue;
        decoder.within(field.name, [&] { decoder.add_error("Missing."); });
    }
    refuse_unknown(object, shape, decoder);
}

}  // namespace hm
