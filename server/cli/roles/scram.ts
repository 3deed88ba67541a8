import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"
import { CommandFailed } from "../Command.ts"

/** As many as PostgreSQL uses by default. */
const iterations = 4096

/**
 * A password as PostgreSQL stores it for SCRAM-SHA-256 (RFC 5802). Other characters than printable ASCII would have to be normalised
 * the way each client does it.
 */
export const scramVerifier = (password: string, salt: Buffer = randomBytes(16)): string => {
  if (!/^[\x20-\x7e]+$/.test(password)) {
    throw new CommandFailed("The password must be one line of printable ASCII characters.")
  }
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256")
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest()
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64")
  const serverKey = keyOf("Server Key").toString("base64")
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`
}
