// Keeps files short enough to be read at one sitting. The first rule that matches a file counts.
import { read, report, source_files } from "./source_files.mjs";

const rules = [
  { files: /^src\/app\/commands\/(?!.*_test\.cc$).*\.cc$/, lines: 100 },
  { files: /\.(cc|h|mjs|js|sh|cmake|in)$|CMakeLists\.txt$/, lines: 600 },
  { files: /^(hivemind|check|bench|\.ci\/run)$/, lines: 600 },
];

const findings = [];
let seen = 0;
for (const file of source_files()) {
  const rule = rules.find((candidate) => candidate.files.test(file));
  if (!rule) continue;
  seen += 1;
  const lines = read(file).split("\n").length - 1;
  if (lines > rule.lines) findings.push(`${file}: ${lines} lines, at most ${rule.lines}. Split it by concept.`);
}
if (seen === 0) findings.push("no sources found");
report(findings, `${seen} files`);
