// Changes to a request that fits the document.
import type { Random } from "../random.ts"
import { isList, isObject, type Json, methodsOf } from "./document.ts"
import type { Draft } from "./draft.ts"
import { oddText } from "./generate.ts"

type Mutation = (draft: Draft, random: Random) => Draft

const otherValues: ReadonlyArray<Json> = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  -1e-300,
  2 ** 60,
  "",
  "x",
  [],
  [[]],
  {},
  { a: 1 },
  { __proto__: null, toString: "x" },
  { length: 3 },
  ["x", 1, null]
]

/** Replaces a random part of a value. */
const replaced = (value: Json, random: Random, make: (old: Json) => Json): Json => {
  const inner = isList(value)
    ? value.map((_, index) => String(index))
    : isObject(value)
      ? Object.keys(value)
      : []
  if (inner.length === 0 || random.chance(0.15)) return make(value)
  const name = random.pick(inner)
  if (isList(value)) {
    return value.map((part, index) => (String(index) === name ? replaced(part, random, make) : part))
  }
  return isObject(value) ? { ...value, [name]: replaced(value[name] ?? null, random, make) } : make(value)
}

/** Changes an object somewhere in a value. */
const inObject = (
  value: Json,
  random: Random,
  change: (object: { readonly [name: string]: Json }) => Json
): Json => {
  if (isList(value)) {
    return value.length === 0 ? value : value.map((part) => inObject(part, random, change))
  }
  if (!isObject(value)) return value
  const nested = Object.keys(value).filter((name) => typeof value[name] === "object" && value[name] !== null)
  if (nested.length === 0 || random.chance(0.6)) return change(value)
  const name = random.pick(nested)
  return { ...value, [name]: inObject(value[name] ?? null, random, change) }
}

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth)

const ofBody =
  (change: (body: Json, random: Random) => Json): Mutation =>
  (draft, random) =>
    draft.body === undefined ? draft : { ...draft, body: change(draft.body, random) }

const ofRaw =
  (make: (text: string, random: Random) => string | Uint8Array, expected?: ReadonlyArray<number>): Mutation =>
  (draft, random) =>
    draft.body === undefined || draft.type !== "application/json"
      ? draft
      : { ...draft, raw: make(JSON.stringify(draft.body), random), ...(expected && { expected }) }

const withHeader =
  (name: string, values: ReadonlyArray<string>, expected?: ReadonlyArray<number>): Mutation =>
  (draft, random) => ({
    ...draft,
    headers: { ...draft.headers, [name]: random.pick(values) },
    ...(expected && draft.body !== undefined && { expected })
  })

const paths: ReadonlyArray<(path: string) => string> = [
  (path) => `${path}/`,
  (path) => `${path}/x`,
  (path) => path.replace("/api/v1", "/api/v2"),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll("/", "//"),
  (path) => `${path}%2e%2e%2f`,
  (path) => `${path}%00`,
  (path) => `${path}%ff%fe`,
  (path) => `${path}%zz`,
  (path) => `${path}${"a".repeat(4000)}`,
  (path) => path.replace("/v1/", "/v1/%F0%9F%92%A9/")
]

export const mutations: Readonly<Record<string, Mutation>> = {
  none: (draft) => draft,
  "another type": ofBody((body, random) => replaced(body, random, () => random.pick(otherValues))),
  "a field less": ofBody((body, random) =>
    inObject(body, random, (object) => {
      const names = Object.keys(object)
      if (names.length === 0) return object
      const { [random.pick(names)]: _, ...rest } = object
      return rest
    })
  ),
  "a field more": ofBody((body, random) =>
    inObject(body, random, (object) => ({
      ...object,
      [random.pick(["extra", "__proto__x", "partnerId", "id", "scopes", ""])]: random.pick(otherValues)
    }))
  ),
  "odd text": ofBody((body, random) => replaced(body, random, () => oddText(random))),
  "a huge text": ofBody((body, random) =>
    replaced(body, random, () => "x".repeat(random.pick([129, 501, 1001, 5000, 60_000])))
  ),
  "a huge list": ofBody((body, random) =>
    replaced(body, random, (old) => Array.from({ length: random.pick([31, 501, 1001]) }, () => old))
  ),
  "a body over the limit": ofRaw((text) => `${text.slice(0, -1)}${" ".repeat(1024 * 1024)}}`, [413]),
  "a deep value": ofRaw(
    (text, random) => {
      const deep = random.chance(0.5)
        ? nested(5000, "[", "]")
        : nested(5000, '{"a":', "1}").replace("{}", "{")
      return text === "{}" ? `{"x":${deep}}` : text.replace(/:/, `:${deep},"x":`)
    },
    [400]
  ),
  "not JSON": ofRaw(
    (text, random) =>
      random.pick<string | Uint8Array>([
        "",
        text.slice(0, -1),
        `${text}}`,
        "null",
        "[]",
        '"text"',
        "NaN",
        "{'a':1}",
        '{"a":1,}',
        "\u0000",
        new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
        new Uint8Array([0x7b, 0x22, 0xc3, 0x28])
      ]),
    [400]
  ),
  "another content type": withHeader(
    "content-type",
    ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/jsonx", "*/*", "json"],
    [415]
  ),
  "odd headers": (draft, random) => ({
    ...draft,
    headers: {
      ...draft.headers,
      [random.pick(["x-request-id", "idempotency-key", "if-none-match", "range", "cookie", "origin"])]:
        random.pick([
          "",
          "x".repeat(4000),
          "é",
          '"',
          "a,b;c=d",
          "\t",
          "bytes=0-1",
          "null",
          "rewards_csrf=; rewards_csrf=x"
        ]),
      [random.pick([
        "x-forwarded-for",
        "x-http-method-override",
        "forwarded",
        "te",
        "accept",
        "accept-encoding"
      ])]: random.pick(["::1", "DELETE", "for=unknown", "trailers", "image/png", "br;q=2", "*", ""])
    }
  }),
  "another method": (draft, random) => {
    const known = methodsOf(draft.operation.path)
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"].filter(
      (method) => !known.has(method)
    )
    return { ...draft, method: random.pick(others), expected: [405] }
  },
  "another path": (draft, random) => ({
    ...draft,
    address: random.pick(paths)(draft.operation.path.replace(/\{\w+\}/g, "x")),
    expected: [400, 401, 404, 405, 414]
  }),
  "odd parameters": (draft, random) => {
    const odd = random.chance(0.3) ? "" : random.chance(0.5) ? oddText(random) : "x".repeat(600)
    const names = draft.operation.parameters.filter(({ place }) => place === "query")
    const inPath = Object.keys(draft.params).filter((name) => name !== "eco")
    if (inPath.length > 0 && (names.length === 0 || random.chance(0.5))) {
      return { ...draft, params: { ...draft.params, [random.pick(inPath)]: odd === "" ? " " : odd } }
    }
    if (names.length === 0) return { ...draft, query: [["page", odd]] }
    const { name } = random.pick(names)
    return { ...draft, query: [...draft.query.filter(([each]) => each !== name), [name, odd]] }
  },
  "a parameter twice": (draft) => ({ ...draft, query: [...draft.query, ...draft.query] })
}
