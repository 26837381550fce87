// Makes dist, which is published: the unchanged sources, their types, the generated code, and of the page its layer and
// its proofs, which have one source each: clients/web/layer and clients/web/verify. `npm run build`.

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const page = `${here}../../clients/web/`;
const run = (program, ...words) => execFileSync(program, words, { cwd: here, stdio: "inherit" });

rmSync(`${here}dist`, { recursive: true, force: true });
rmSync(`${here}src/layer`, { recursive: true, force: true });
run(process.execPath, "generate.mjs");
cpSync(`${page}layer`, `${here}src/layer`, { recursive: true });
writeFileSync(`${here}src/layer/contract.d.ts`, 'export * from "../generated/contract.js";\n');
writeFileSync(`${here}src/layer/contract.js`, "export {};\n");
const tsc = (...words) => run(process.execPath, "node_modules/typescript/bin/tsc", "-p", ...words);
tsc("."); // the types, with what is said of them
tsc(".", "--declaration", "false", "--emitDeclarationOnly", "false", "--removeComments");
for (const name of readdirSync(`${here}src/generated`).filter((each) => each.endsWith(".d.ts")))
  cpSync(`${here}src/generated/${name}`, `${here}dist/generated/${name}`);
cpSync(`${here}src/layer/contract.d.ts`, `${here}dist/layer/contract.d.ts`);
cpSync(`${page}verify`, `${here}dist/verify`, { recursive: true });
for (const name of readdirSync(`${page}vendor`).filter((each) => /^(bls12-381|ml-dsa|LICENSES)/.test(each)))
  cpSync(`${page}vendor/${name}`, `${here}dist/vendor/${name}`);
tsc("tsconfig.verify.json");
cpSync(`${here}../../LICENSE`, `${here}LICENSE`);
