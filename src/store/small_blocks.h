// The memory that SQLite asks for piece by piece: reading the schema takes thousands of small blocks, at every start
// of every process. They come from one region that is made ready in one go, a list of free ones for each size; what is
// large, or comes when the region is used up, is malloc's. A block that was given back serves the next one of its size.
// For programs of one thread, as SQLite is compiled here.
#pragma once

namespace hm {

// Before the first connection is opened; later calls do nothing.
void give_sqlite_small_blocks();

}  // namespace hm
