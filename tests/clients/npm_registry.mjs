// A registry on 127.0.0.1 with a few packages in it, packed from their folders by npm itself.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

// Answers { address, close, packages }, of each package what npm says of it and how often it was fetched, in `downloads`.
export async function serve_packages(folders, into) {
  const packages = folders.map((folder) => pack(folder, into));
  const registry = { packages };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url).replace(/^\/|\?.*$/g, "");
    const found = packages.find(({ name, filename }) => path === name || path === `${name}/-/${filename}`);
    if (!found) return response.writeHead(404).end("{}");
    if (path === found.name) return response.writeHead(200, { "content-type": "application/json" }).end(describe(found, registry.address));
    found.downloads++;
    response.end(found.tarball);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry.address = `http://127.0.0.1:${server.address().port}/`;
  registry.close = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return registry;
}

function pack(folder, into) {
  const [packed] = JSON.parse(execFileSync("npm", ["pack", folder, "--json", "--pack-destination", into], { cwd: into, encoding: "utf8" }));
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { ...packed, about, tarball: readFileSync(join(into, packed.filename)), downloads: 0 };
}

function describe({ name, version, filename, about, tarball }, address) {
  const dist = {
    tarball: `${address}${name}/-/${filename}`,
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
    shasum: createHash("sha1").update(tarball).digest("hex"),
  };
  return JSON.stringify({ name, "dist-tags": { latest: version }, versions: { [version]: { ...about, dist } } });
}
