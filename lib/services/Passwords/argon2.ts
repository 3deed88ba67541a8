import * as crypto from "node:crypto"

/** All that a key is made from. */
export interface Recipe {
  readonly password: string
  readonly salt: Uint8Array
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const length = 32

/** Bun and Node from 24.7 have argon2 built in; its types are not in the oldest Node that we support. */
const builtIn = (name: "argon2" | "argon2Sync") => {
  const found: unknown = Reflect.get(crypto, name)
  return typeof found === "function" ? found : undefined
}

const parameters = ({ password, salt, ...cost }: Recipe) => ({
  ...cost,
  message: Buffer.from(password),
  nonce: salt,
  tagLength: length
})

/** In this thread, which can do nothing else meanwhile. */
export const deriveHere = async (recipe: Recipe): Promise<Uint8Array> => {
  const argon2 = builtIn("argon2Sync")
  if (argon2 !== undefined) return Reflect.apply(argon2, crypto, ["argon2id", parameters(recipe)])
  const { argon2id } = await import("hash-wasm")
  return argon2id({
    password: recipe.password,
    salt: recipe.salt,
    memorySize: recipe.memory,
    iterations: recipe.passes,
    parallelism: recipe.parallelism,
    hashLength: length,
    outputType: "binary"
  })
}

/** In a thread that the runtime has for such work, or in this one where it has none. */
export const deriveAside = (recipe: Recipe): Promise<Uint8Array> => {
  const argon2 = builtIn("argon2")
  if (argon2 === undefined) return deriveHere(recipe)
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Uint8Array) => (error ? reject(error) : resolve(key))
    Reflect.apply(argon2, crypto, ["argon2id", parameters(recipe), done])
  })
}
