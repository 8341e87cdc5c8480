// A registry on 127.0.0.1 with one package in it, packed from a folder by npm itself.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

// Answers { address, close, downloads }; `downloads` counts how often the package was fetched.
export async function serve_package(folder, into) {
  const [packed] = JSON.parse(execFileSync("npm", ["pack", folder, "--json", "--pack-destination", into], { cwd: into, encoding: "utf8" }));
  const tarball = readFileSync(join(into, packed.filename));
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const registry = { packed, downloads: 0 };
  const server = createServer((request, response) => {
    if (request.url.endsWith(".tgz")) {
      registry.downloads++;
      return response.end(tarball);
    }
    if (decodeURIComponent(request.url).replace(/^\/|\?.*$/g, "") !== about.name) {
      response.writeHead(404);
      return response.end("{}");
    }
    const dist = {
      tarball: `${registry.address}${about.name}/-/${packed.filename}`,
      integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
      shasum: createHash("sha1").update(tarball).digest("hex"),
    };
    const body = { name: about.name, "dist-tags": { latest: about.version }, versions: { [about.version]: { ...about, dist } } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry.address = `http://127.0.0.1:${server.address().port}/`;
  registry.close = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return registry;
}
