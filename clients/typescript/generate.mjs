// Makes src/generated from the contract: the messages as types of their JSON, the methods with how each is called.
// `node generate.mjs`; buf is that of the repository's lock file, or what BUF names.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = `${here}../../`;
const out = `${here}src/generated/`;
const PACKAGE = ".turnledger.v1.";
const KNOWN = {
  ".google.protobuf.Timestamp": "string",
  ".google.protobuf.Duration": "string",
  ".google.protobuf.FieldMask": "string",
  ".google.protobuf.Struct": "Record<string, any>",
  ".google.rpc.Status": "{ code: number; message: string; details: any[] }",
};
const NUMBERS = new Set(["TYPE_INT32", "TYPE_UINT32", "TYPE_SINT32", "TYPE_FIXED32", "TYPE_DOUBLE", "TYPE_FLOAT"]);
/** A field of the request and of the answer by which a watch continues after it broke off. */
const RESUMED_BY = {
  resume_token: "resumeToken",
  after_version: "version",
  after_number: "number",
  after_position: "position",
};

const camel = (name) => name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const lower = (name) => name[0].toLowerCase() + name.slice(1);

function contract() {
  const own = `${root}.venv/bin/buf`;
  const buf = process.env.BUF ?? (existsSync(own) ? own : "buf");
  const image = execFileSync(buf, ["build", `${root}proto`, "-o", "-#format=json"], { maxBuffer: 64e6 });
  return JSON.parse(image).file.filter((file) => file.package === "turnledger.v1");
}

/** The comment before each element of the file, by its path there. */
const commentsOf = (file) =>
  new Map(
    (file.sourceCodeInfo?.location ?? [])
      .filter((each) => each.leadingComments)
      .map((each) => [each.path.join("."), each.leadingComments]),
  );

function comment(text, indent) {
  if (!text) return [];
  const lines = text
    .trimEnd()
    .replaceAll("*/", "* /")
    .split("\n")
    .map((line) => line.trim());
  return lines.length === 1
    ? [`${indent}/** ${lines[0]} */`]
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

// ---- messages ----

const isMap = (field, message) =>
  (message.nestedType ?? []).find(
    (each) => each.options?.mapEntry && field.typeName?.endsWith(`.${message.name}.${each.name}`),
  );
const hasPresence = (field) =>
  field.label !== "LABEL_REPEATED" &&
  (field.type === "TYPE_MESSAGE" || field.proto3Optional || field.oneofIndex !== undefined);

function single(field) {
  if (field.type === "TYPE_MESSAGE" || field.type === "TYPE_ENUM")
    return KNOWN[field.typeName] ?? field.typeName.replace(PACKAGE, "");
  if (field.type === "TYPE_BOOL") return "boolean";
  return NUMBERS.has(field.type) ? "number" : "string";
}

function typeOf(field, message) {
  const entry = isMap(field, message);
  if (entry) return `Record<string, ${single(entry.field[1])}>`;
  return field.label === "LABEL_REPEATED" ? `${single(field)}[]` : single(field);
}

const enumLines = (kind, indent, said) => [
  ...comment(said, indent),
  `${indent}type ${kind.name} = ${kind.value.map(({ name }) => JSON.stringify(name)).join(" | ")} | (string & {});`,
];

/** The fields of each oneof of a message, without those that only show whether an `optional` field is set. */
function oneofsOf(message) {
  const cases = (message.oneofDecl ?? []).map((_, place) =>
    (message.field ?? []).filter((field) => field.oneofIndex === place && !field.proto3Optional),
  );
  return cases.filter((fields) => fields.length);
}

/** A message with oneofs is a union whose cases differ by the one that is set. */
function messageLines(message, path, comments, indent = "  ") {
  const oneofs = oneofsOf(message);
  const inOneof = new Set(oneofs.flat());
  const fieldLines = (fields, isOptional) =>
    fields.flatMap((field) => [
      ...comment(comments.get(`${path}.2.${message.field.indexOf(field)}`), `${indent}  `),
      `${indent}  ${field.jsonName}${isOptional(field) ? "?" : ""}: ${typeOf(field, message)};`,
    ]);
  const plain = fieldLines(
    (message.field ?? []).filter((field) => !inOneof.has(field)),
    hasPresence,
  );
  const lines = [...comment(comments.get(path), indent)];
  if (oneofs.length) {
    const parts = oneofs.map((fields) => ["OneOf<{", ...fieldLines(fields, () => false), `${indent}}>`].join("\n"));
    const all = plain.length ? [["{", ...plain, `${indent}}`].join("\n"), ...parts] : parts;
    lines.push(`${indent}type ${message.name} = ${all.join(" & ")};`);
  } else lines.push(`${indent}interface ${message.name} {`, ...plain, `${indent}}`);
  const within = (message.nestedType ?? [])
    .map((each, place) => [each, `${path}.3.${place}`])
    .filter(([each]) => !each.options?.mapEntry);
  if (!within.length && !message.enumType) return lines;
  lines.push(`${indent}namespace ${message.name} {`);
  (message.enumType ?? []).forEach((kind, place) =>
    lines.push(...enumLines(kind, `${indent}  `, comments.get(`${path}.4.${place}`))),
  );
  for (const [each, inside] of within) lines.push(...messageLines(each, inside, comments, `${indent}  `));
  return [...lines, `${indent}}`];
}

const ONE_OF = `/** One of some fields is there, or none: of a case that came later, clients know nothing. */
export type OneOf<Cases> =
  | { [K in keyof Cases]: { [P in K]: Cases[P] } & { [P in Exclude<keyof Cases, K>]?: undefined } }[keyof Cases]
  | { [P in keyof Cases]?: undefined };`;

function types(files) {
  const lines = ["// Made by generate.mjs: do not edit.", "", ONE_OF, ""];
  for (const file of files) {
    const comments = commentsOf(file);
    (file.enumType ?? []).forEach((kind, place) =>
      lines.push(
        ...enumLines(kind, "export ", comments.get(`5.${place}`)).map((line) =>
          line.replace("export /", "/").replace("export  *", " *"),
        ),
      ),
    );
    (file.messageType ?? []).forEach((message, place) =>
      lines.push(...exported(messageLines(message, `4.${place}`, comments, ""))),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** The outermost lines of a message, exported. */
const exported = (lines) => lines.map((line) => (/^(interface|namespace|type) /.test(line) ? `export ${line}` : line));

// ---- methods ----

/** How a method is called: `[name, how, its list or what resumes it]`. */
function methodOf({ name, inputType, outputType, serverStreaming }, messages) {
  const request = messages.get(inputType),
    answer = messages.get(outputType);
  const asks = new Set((request.field ?? []).map((field) => field.name));
  const tells = (answer.field ?? []).find((field) => field.typeName === `${PACKAGE}Tokens`);
  const list = (answer.field ?? []).find((field) => field.label === "LABEL_REPEATED" && field.type === "TYPE_MESSAGE");
  const resumed = Object.keys(RESUMED_BY).find((field) => asks.has(field));
  const marks = {
    ...(asks.has("request_id") && { once: true }),
    ...((asks.has("password") || asks.has("refresh_token")) && { secret: true }),
  };
  if (serverStreaming && resumed)
    return { name, how: "watch", ...marks, ask: camel(resumed), from: RESUMED_BY[resumed] };
  if (serverStreaming) return { name, how: "stream", ...marks };
  if (asks.has("page_token")) return { name, how: "pages", ...marks, items: list.jsonName };
  return { name, how: tells ? "tokens" : "unary", ...marks };
}

function methods(files) {
  const messages = new Map(
    files.flatMap((file) => (file.messageType ?? []).map((each) => [`${PACKAGE}${each.name}`, each])),
  );
  const services = files.flatMap((file) =>
    (file.service ?? []).map((each, place) => ({ ...each, comments: commentsOf(file), place })),
  );
  const table = services.map((service) => [
    service.name,
    service.method
      .filter((each) => !each.clientStreaming)
      .map((each) => ({
        ...methodOf(each, messages),
        in: each.inputType,
        out: each.outputType,
        at: service.method.indexOf(each),
      })),
  ]);
  const runtime = table.map(([service, all]) => [
    service,
    Object.fromEntries(all.map(({ name, in: _in, out: _out, at: _at, ...how }) => [lower(name), how])),
  ]);
  const declared = services.map((service, place) => {
    const [name, all] = table[place];
    const lines = all.flatMap((each) => [
      ...comment(service.comments.get(`6.${service.place}.2.${each.at}`), "    "),
      `    ${lower(each.name)}${signature(each, messages)};`,
    ]);
    return [...comment(service.comments.get(`6.${service.place}`), "  "), `  ${lower(name)}: {`, ...lines, "  };"].join(
      "\n",
    );
  });
  return { runtime: Object.fromEntries(runtime), declared };
}

function signature({ how, in: asked, out: told, items }, messages) {
  const request = `T.${asked.replace(PACKAGE, "")}`,
    answer = `T.${told.replace(PACKAGE, "")}`;
  const takes = `(request?: Input<${request}>, settings?: Settings)`;
  if (how === "stream" || how === "watch") return `${takes}: AsyncGenerator<${answer}, void, undefined>`;
  if (how !== "pages") return `${takes}: Promise<${answer}>`;
  const item = messages
    .get(told)
    .field.find((field) => field.jsonName === items)
    .typeName.replace(PACKAGE, "");
  return `${takes}: Pages<${answer}, T.${item}>`;
}

/** The values of the enums and the cases of the oneofs that this release of the kit knows. */
function known(files) {
  const enums = {},
    cases = {};
  const walk = (message, name) => {
    for (const kind of message.enumType ?? []) enums[`${name}.${kind.name}`] = kind.value.map((each) => each.name);
    const fields = (message.field ?? []).filter((field) => field.oneofIndex !== undefined && !field.proto3Optional);
    if (fields.length) cases[name] = fields.map((field) => field.jsonName);
    for (const each of message.nestedType ?? []) if (!each.options?.mapEntry) walk(each, `${name}.${each.name}`);
  };
  for (const file of files) {
    for (const kind of file.enumType ?? []) enums[kind.name] = kind.value.map((each) => each.name);
    for (const message of file.messageType ?? []) walk(message, message.name);
  }
  return { enums, cases };
}

/** The names of the enums, and the cases of each message that has a oneof. */
function knownTypes(enums, cases) {
  const names = Object.keys(enums)
    .map((name) => JSON.stringify(name))
    .join(" | ");
  return [
    `${made}import type * as T from "./contract.js";`,
    "",
    `export type EnumName = ${names};`,
    "/** The messages that have a oneof. */",
    "export interface Oneofs {",
    ...Object.keys(cases).map((name) => `  ${JSON.stringify(name)}: T.${name};`),
    "}",
    "/** The names of the cases of each. */",
    "export interface CaseNames {",
    ...Object.entries(cases).map(
      ([name, fields]) => `  ${JSON.stringify(name)}: ${fields.map((field) => JSON.stringify(field)).join(" | ")};`,
    ),
    "}",
    "export const enums: Record<string, readonly string[]>;",
    "export const cases: Record<string, readonly string[]>;",
    "",
  ].join("\n");
}

const made = "// Made by generate.mjs: do not edit.\n";
const files = contract();
const { runtime, declared } = methods(files);
const { enums, cases } = known(files);
mkdirSync(out, { recursive: true });
writeFileSync(`${out}contract.d.ts`, types(files));
writeFileSync(`${out}contract.js`, `${made}export {};\n`);
writeFileSync(`${out}services.js`, `${made}export const services = ${JSON.stringify(runtime)};\n`);
writeFileSync(
  `${out}known.js`,
  `${made}export const enums = ${JSON.stringify(enums)};\nexport const cases = ${JSON.stringify(cases)};\n`,
);
const how = 'import type { Input, Pages, Settings } from "../methods.js";\nimport type * as T from "./contract.js";\n';
const row = "{ how: string; once?: boolean; secret?: boolean; items?: string; ask?: string; from?: string }";
const table = `export const services: Record<string, Record<string, ${row}>>;\n`;
const services = `export interface Services {\n${declared.join("\n")}\n}\n`;
writeFileSync(`${out}services.d.ts`, `${made}${how}\n${table}\n${services}`);
writeFileSync(`${out}known.d.ts`, knownTypes(enums, cases));
