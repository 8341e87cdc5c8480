// Shell class: what a shell command does to the world, from harmless to harmful. The policy and grants speak of it.
#pragma once

#include "base/enum_names.h"

namespace hm {

HM_ENUM(ShellClass, read, build_test, git_read, git_write, write, network, destructive, unknown)

}  // namespace hm
