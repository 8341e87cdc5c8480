// What holds in the real claude_code.

import { claude_code } from "./hook_clients.mjs";
import { common_behaviours } from "./hook_behaviours.mjs";

common_behaviours(claude_code);
