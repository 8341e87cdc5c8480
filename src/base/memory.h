// What a process does with memory that it no longer uses. By default the C library gives the end of it back to the
// system at once and asks for it again with the next request: a pack takes a tenth longer by that.
#pragma once

namespace hm {

// For a process that lives on and answers one request after the other: it keeps up to 32 MB for the next one.
void keep_freed_memory();

}  // namespace hm
