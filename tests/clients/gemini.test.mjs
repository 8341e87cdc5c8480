// What holds in the real gemini.

import { gemini } from "./hook_clients.mjs";
import { common_behaviours } from "./hook_behaviours.mjs";

common_behaviours(gemini);
