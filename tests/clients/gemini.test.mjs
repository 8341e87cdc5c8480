// What holds in the real gemini.

import { gemini } from "./hook_clients.mjs";
import { common_behaviours, told_of_failures } from "./hook_behaviours.mjs";

common_behaviours(gemini);
told_of_failures(gemini);
