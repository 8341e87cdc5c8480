// `hivemind doctor --client opencode` shows that the gate is live in the real client, or says why it is not.

import assert from "node:assert/strict";
import { copyFileSync, mkdirSync } from "node:fs";
import { has, lacks, write_call } from "./expectations.mjs";
import { test } from "./suite.mjs";

test("OpenCode.TheDoctorProvesThatTheGateIsLiveAlsoInASubagent", async (world) => {
  await world.init("assisted");
  const findings = await world.doctor();

  has(findings, /^fine: gate live in OpenCode: a probe in a session was refused/);
  has(findings, /^fine: gate live in OpenCode: a probe in a subagent was refused/);
  lacks(findings, /^trouble/);
  const log = await world.log();
  assert.equal(log.filter((event) => event.kind === "gate.block").length, 2, JSON.stringify(log.map((event) => event.kind)));
});

test("OpenCode.TheDoctorSeesThatPluginsAreSwitchedOff", async (world) => {
  await world.init("strict");
  const findings = await world.doctor({ OPENCODE_PURE: "1" });

  has(findings, /^trouble: OpenCode starts without any plugin: OPENCODE_PURE is set/);
  lacks(findings, /gate live/);
});

test("OpenCode.TheDoctorSeesThatThePluginFailedToLoad", async (world) => {
  await world.init("strict");
  world.write(".opencode/hivemind.js", `throw new Error("broken");\n${world.read(".opencode/hivemind.js")}`);
  const findings = await world.doctor();

  has(findings, /^trouble: OpenCode did not load the plugin/);
  has(findings, /^warning: wired, but not as this program would wire it/);
  lacks(findings, /gate live/);
});

test("OpenCode.TheDoctorSeesASecondCopyOfAnotherVersion", async (world) => {
  await world.init("strict");
  mkdirSync(world.path(".opencode/plugin"));
  copyFileSync(world.path(".opencode/hivemind.js"), world.path(".opencode/plugin/copy.js"));
  world.write(".opencode/hivemind.js", world.read(".opencode/hivemind.js").replace(/plugin_version = "[^"]*"/, 'plugin_version = "0.0.9"'));
  const findings = await world.doctor();

  has(findings, /^warning: OpenCode's own: HiveMind would be loaded more than once: .*plugin\/copy\.js/);
  has(findings, /^warning: OpenCode's own: The plugin is of version 0\.0\.9, this program of/);
  has(findings, /^fine: gate live in OpenCode: a probe in a session was refused/, "the one that was loaded last governs, alone");
  lacks(findings, /OpenCode loaded HiveMind 2 times/);
});

test("OpenCode.TheDoctorSaysWhenThereIsNoClientToTry", async (world) => {
  await world.init("strict");
  const findings = await world.doctor({ PATH: "/usr/bin:/bin" });

  has(findings, /^warning: opencode is not on the PATH/);
  lacks(findings, /gate live/);
});

test("OpenCode.TheDoctorSeesAClientThatRunsWithoutPlugins", async (world) => {
  await world.init("strict");
  let findings = [];
  await world.run(
    [
      async () => {
        findings = await world.doctor();
        return { text: "Seen." };
      },
    ],
    ["run", "--format", "json", "--pure", "Begin"],
  );

  has(findings, new RegExp(`^warning: OpenCode's own: An OpenCode that runs here was started without plugins.* process .*${world.client.pid}`));
  has(findings, /^fine: gate live in OpenCode: a probe in a session was refused/, "others are governed");
});

// The plugin's path is relative, and it starts the program by its own path.
test("OpenCode.GatesAProjectThatWasMoved", async (world) => {
  await world.init("strict");
  await world.run([{ calls: [write_call(world, "a.txt")] }, { text: "Refused." }]);
  has(await world.findings("opencode"), /^fine: wired by this program, fired: last event/);

  world.move_project("renamed");
  const moved = await world.findings("opencode");
  has(moved, /^warning: wired by this program, not fired yet/, "what was seen was seen elsewhere");
  lacks(moved, /live|fired: last/);
  await world.run([{ calls: [write_call(world, "b.txt")] }, { text: "Refused." }]);
  assert.equal(world.has("b.txt"), false);
  has(await world.findings("opencode"), /^fine: wired by this program, fired: last event/);
});
