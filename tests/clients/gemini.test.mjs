// What holds in the real Gemini CLI.

import { gemini } from "./hook_clients.mjs";
import { common_behaviours, takes_up_a_session_again, told_of_failures, wired_for_all_projects } from "./hook_behaviours.mjs";

common_behaviours(gemini);
told_of_failures(gemini);
takes_up_a_session_again(gemini, () => ({ ...gemini, command: (prompt) => gemini.command(prompt, ["--resume", "latest"]) }));
wired_for_all_projects(gemini);
