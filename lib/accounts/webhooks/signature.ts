import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** A signing secret as Standard Webhooks writes it: 32 random bytes in base64. */
export const newSigningSecret = (): string => prefix + randomBytes(32).toString("base64")

const signatureOf = (secret: string, content: string, body: Uint8Array): string => {
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  return `v1,${createHmac("sha256", key).update(content).update(body).digest("base64")}`
}

export interface Signed {
  readonly id: string
  readonly at: Date
  readonly body: Uint8Array
  /** All secrets that are valid now: the newest first. */
  readonly secrets: ReadonlyArray<string>
}

/** The headers of Standard Webhooks. The time is that of the attempt, in seconds. */
export const signatureHeaders = ({ id, at, body, secrets }: Signed) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const content = `${id}.${timestamp}.`
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => signatureOf(secret, content, body)).join(" ")
  }
}
