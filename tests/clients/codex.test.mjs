// What holds in the real codex.

import { codex } from "./hook_clients.mjs";
import { common_behaviours } from "./hook_behaviours.mjs";

common_behaviours(codex);
