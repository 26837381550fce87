// The package's bill of materials, CycloneDX: npm's data, and the packages in dist/vendor, which npm does not know.
// `node sbom.mjs FILE`, after the build.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const bill = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library", "--omit", "dev"], {
    cwd: here,
    encoding: "utf8",
  }),
);
bill.metadata.component.name = JSON.parse(readFileSync(`${here}package.json`, "utf8")).name; // npm takes the folder's
const heads = readFileSync(`${here}dist/vendor/LICENSES.txt`, "utf8")
  .split("\n")
  .filter((line) => /\(\S+\.js[,)]/.test(line));
for (const [, name, version] of heads.join(" ").matchAll(/(@[\w-]+\/[\w-]+) (\d[\d.]*)/g)) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  bill.components.push({
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    scope: "required",
    licenses: [{ license: { id: "MIT" } }],
  });
}
writeFileSync(process.argv[2], `${JSON.stringify(bill, null, 2)}\n`);
