import * as crypto from "node:crypto"

/** The input of argon2id. `memory` is in KiB. */
export interface Recipe {
  readonly password: string
  readonly salt: Uint8Array
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** One implementation of argon2id. All implementations return the same bytes for the same input. */
interface Implementation {
  /** Runs in the calling thread, and blocks it. */
  readonly here: (recipe: Recipe) => Promise<Uint8Array>
  /** Runs in the thread pool of the runtime, or in the calling thread if the implementation cannot use the pool. */
  readonly aside: (recipe: Recipe) => Promise<Uint8Array>
}

/** The length of a hash in bytes. */
const hashBytes = 32

const functionOf = (from: object, name: string) => {
  const found: unknown = Reflect.get(from, name)
  return typeof found === "function" ? found : undefined
}

/** The name is a constant, not a literal in `import`, so that bundlers do not try to include the native addon. */
const addonName: string = "@node-rs/argon2"

/** Loads a native addon, which exists for most platforms. Returns undefined if it is not installed or cannot be loaded. */
const addon = async (): Promise<Implementation | undefined> => {
  const loaded: object = await import(addonName).catch(() => ({}))
  const runSync = functionOf(loaded, "hashRawSync")
  const run = functionOf(loaded, "hashRaw")
  if (runSync === undefined || run === undefined) return undefined
  const parameters = ({ password, salt, memory, passes, parallelism }: Recipe) => [
    password,
    {
      algorithm: 2,
      memoryCost: memory,
      timeCost: passes,
      parallelism,
      outputLen: hashBytes,
      salt: Buffer.from(salt)
    }
  ]
  return {
    here: async (recipe) => Reflect.apply(runSync, undefined, parameters(recipe)),
    aside: async (recipe) => Reflect.apply(run, undefined, parameters(recipe))
  }
}

/** Finds the argon2 of Bun and of Node 24.7 or later. It uses reflection, because older types of Node do not declare argon2. */
const builtIn = async (): Promise<Implementation | undefined> => {
  const runSync = functionOf(crypto, "argon2Sync")
  const run = functionOf(crypto, "argon2")
  if (runSync === undefined || run === undefined) return undefined
  const parameters = ({ password, salt, ...cost }: Recipe) => ({
    ...cost,
    message: Buffer.from(password),
    nonce: salt,
    tagLength: hashBytes
  })
  return {
    here: async (recipe) => Reflect.apply(runSync, crypto, ["argon2id", parameters(recipe)]),
    aside: (recipe) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, key: Uint8Array) => (error ? reject(error) : resolve(key))
        Reflect.apply(run, crypto, ["argon2id", parameters(recipe), done])
      })
  }
}

/** Loads argon2 in WebAssembly, which runs on every platform. */
const portable = async (): Promise<Implementation> => {
  const { argon2id } = await import("hash-wasm")
  const here = ({ password, salt, memory, passes, parallelism }: Recipe) =>
    argon2id({
      password,
      salt,
      memorySize: memory,
      iterations: passes,
      parallelism,
      hashLength: hashBytes,
      outputType: "binary"
    })
  return { here, aside: here }
}

/** The implementations, in the order of preference. The last one is always available. */
export const implementations = { addon, builtIn, portable }

let chosen: Promise<Implementation> | undefined
const preferred = (): Promise<Implementation> =>
  (chosen ??= (async () => (await addon()) ?? (await builtIn()) ?? portable())())

export const deriveHere = async (recipe: Recipe): Promise<Uint8Array> => (await preferred()).here(recipe)

export const deriveAside = async (recipe: Recipe): Promise<Uint8Array> => (await preferred()).aside(recipe)
