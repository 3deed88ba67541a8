import type { Client } from "pg"

/**
 * Returns whether an error means that a node of Citus has refused a COMMIT, for example because of a deferred constraint. Citus first
 * reports the node's error as a warning. After that, COMMIT fails with an error that does not name the reason.
 */
const isRefusedCommit = ({ message }: Error): boolean =>
  /could not commit transaction for shard/.test(message)

const errors = new WeakMap<object, Error>()

/** Returns whether a SQLSTATE means an error. SQLSTATEs that begin with 00 (success), 01 (warning) or 02 (no data) do not. */
const isError = (code: string | undefined): code is string => code !== undefined && !/^0[012]/.test(code)

/** Remembers the last error that the server reports as a warning on this connection. */
export const rememberNodeErrors = (client: Client): void => {
  client.on("notice", ({ code, message, severity }) => {
    if (isError(code)) errors.set(client, Object.assign(new Error(message), { code, severity }))
  })
}

/** Returns the error of the node if a node refused a COMMIT. Returns other errors unchanged. */
export const nodeErrorOf = (client: object, error: Error): Error => {
  if (!isRefusedCommit(error)) return error
  const found = errors.get(client)
  errors.delete(client)
  return found ?? error
}
