// Test results as JUnit XML: one test case for each test.

function escape(text) {
  const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  // XML has no way to write most control characters.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "?").replace(/[&<>"']/g, (sign) => named[sign]);
}

function test_case({ name, seconds, failure }) {
  const [group, behaviour] = name.split(".");
  const head = `    <testcase classname="${escape(group)}" name="${escape(behaviour)}" time="${seconds.toFixed(3)}"`;
  if (!failure) return `${head}/>`;
  const message = escape(failure.split("\n")[0]);
  return `${head}>\n      <failure message="${message}">${escape(failure)}</failure>\n    </testcase>`;
}

export function to_junit(results) {
  const failures = results.filter((result) => result.failure).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0).toFixed(3);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites tests="${results.length}" failures="${failures}" time="${seconds}">`,
    `  <testsuite name="clients" tests="${results.length}" failures="${failures}" time="${seconds}">`,
    ...results.map(test_case),
    `  </testsuite>`,
    `</testsuites>`,
    ``,
  ].join("\n");
}
