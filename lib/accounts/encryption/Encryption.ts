import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { Context, Effect, Either, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { secretsKeys } from "../tables.ts"
import { keyIdOf, keyOf, newKeyText, type SealKey, seal, unseal } from "./seal.ts"

export interface EncryptionOptions {
  /**
   * Keys of 32 bytes in base64, separated by commas. The first one encrypts; all of them decrypt. Without them, a key is made when it is
   * first needed.
   */
  readonly secretsKey?: string | undefined
  /** The file of the key that is made if there is no `secretsKey`. Without a file, this key is stored in the database. */
  readonly secretsKeyFile?: string | undefined
}

/**
 * Encrypts the secrets that the service must be able to read again. Each secret can be decrypted only for its owner. A key that was made
 * earlier still decrypts after keys are configured.
 */
export class Encryption extends Context.Tag("rewards/Encryption")<
  Encryption,
  {
    readonly encrypt: (text: string, owner: string) => Effect.Effect<string, DatabaseFailure>
    /**
     * Decrypts a text. Returns undefined, and logs an error, if the key of the text is missing or the text was changed. `renewed` is the
     * stored text itself if it was encrypted with the key that `encrypt` uses. Otherwise it is the text, encrypted again with this key.
     */
    readonly decrypt: (
      stored: string,
      owner: string
    ) => Effect.Effect<{ readonly text: string; readonly renewed: string } | undefined, DatabaseFailure>
  }
>() {
  static readonly layer = (options: EncryptionOptions): Layer.Layer<Encryption, InvalidInput, Database> =>
    Layer.effect(this, make(options))
}

const findKey = secretsKeys.find("key")
const insertKey = secretsKeys.insert({ unlessExists: ["name"] })
const name = "made"

const expected =
  "32 random bytes in base64, as `openssl rand -base64 32` prints them; older keys follow after commas"

/** Reads keys, of which the first one encrypts. The error does not quote the text. */
export const parseSecretsKey = (text: string): Either.Either<ReadonlyArray<SealKey>, InvalidInput> => {
  const keys = text.split(",").map((word) => keyOf(word.trim()))
  return keys.every((key) => key !== undefined)
    ? Either.right(keys)
    : Either.left(invalid("secretsKey", `must be ${expected}`))
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined

const readFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw new Error(`the key of second factors cannot be read from ${path}`, { cause: error })
  }
}

/**
 * Creates a file that only the user of the process can read. The file never has partial content. If another process has created it, that
 * file stays.
 */
const createFile = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, "w", 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error
  } finally {
    closeSync(file)
    rmSync(draft)
  }
}

const make = ({ secretsKey, secretsKeyFile: file }: EncryptionOptions) =>
  Effect.gen(function* () {
    const database = yield* Database
    const configured = secretsKey === undefined ? [] : yield* parseSecretsKey(secretsKey)
    const [first] = configured
    let known: SealKey | undefined

    const stored =
      file === undefined
        ? Effect.map(database.run(findKey, [{ name }]), ([row]) => row?.key)
        : Effect.sync(() => readFile(file))

    const store = (key: string) =>
      file === undefined
        ? Effect.flatMap(now, (createdAt) => database.run(insertKey, [{ name, key, createdAt }]))
        : Effect.sync(() => createFile(file, key))

    /** The key that was made earlier; undefined if there is none. */
    const madeEarlier = Effect.gen(function* () {
      if (known !== undefined) return known
      const text = yield* stored
      if (text === undefined) return undefined
      const key = keyOf(text.trim())
      if (key === undefined)
        return yield* Effect.dieMessage(`${file ?? secretsKeys.name} contains no valid key`)
      // A key in the database is remembered only after COMMIT, because a rollback removes it.
      yield* database.afterCommit(() => {
        known = key
      })
      return key
    })

    const warn = Effect.logWarning(
      file === undefined
        ? "SECRETS_KEY is not set: the key that encrypts second factors is in the same database as they are. Set SECRETS_KEY"
        : `SECRETS_KEY is not set: the key that encrypts second factors is in ${file}. Set SECRETS_KEY, or keep a copy of this file apart from the database`
    )

    const current = Effect.gen(function* () {
      if (first !== undefined) return first
      const found = yield* madeEarlier
      if (found !== undefined) return found
      yield* store(newKeyText())
      yield* warn
      const key = yield* madeEarlier
      return (
        key ??
        (yield* Effect.dieMessage("the key that encrypts second factors was created, but cannot be found"))
      )
    })

    return Encryption.of({
      encrypt: Effect.fn("Encryption.encrypt")(function* (text, owner) {
        return seal(yield* current, text, owner)
      }),

      decrypt: Effect.fn("Encryption.decrypt")(function* (sealed, owner) {
        const id = keyIdOf(sealed)
        const key = configured.find((each) => each.id === id) ?? (yield* madeEarlier)
        const text = key?.id === id ? unseal(key, sealed, owner) : undefined
        if (text === undefined) {
          const reason = key?.id === id ? "it was changed" : `no key of SECRETS_KEY has the id ${id}`
          yield* Effect.logError(`the secret of ${owner} cannot be decrypted: ${reason}`)
          return undefined
        }
        const isCurrent = first === undefined || first.id === id
        return { text, renewed: isCurrent ? sealed : seal(first, text, owner) }
      })
    })
  })
