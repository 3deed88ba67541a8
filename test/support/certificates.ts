// Certificates for test servers, issued by a certificate authority that is generated for each run (X.509 in DER).
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

export interface Identity {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** The authority's certificate, for clients that should trust it. */
  readonly ca: string
  /** Issues a certificate for these names, each `DNS:` or `IP:`. It is valid now by default. */
  readonly issue: (names: ReadonlyArray<string>, validity?: Validity) => Identity
}

interface Validity {
  readonly from: Date
  readonly to: Date
}

const element = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => element(0x30, ...parts)
const bitString = (content: Uint8Array) => element(0x03, Buffer.from([0]), content)
const utf8 = (text: string) => element(0x0c, Buffer.from(text))

const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  const bytes = rest.flatMap((arc) =>
    arc < 128
      ? [arc]
      : arc < 16384
        ? [(arc >> 7) | 128, arc & 127]
        : [(arc >> 14) | 128, ((arc >> 7) & 127) | 128, arc & 127]
  )
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const time = (at: Date) =>
  element(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`))

const name = (common: string) => sequence(element(0x31, sequence(objectId("2.5.4.3"), utf8(common))))

const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(objectId(id), ...(critical ? [element(0x01, Buffer.from([0xff]))] : []), element(0x04, value))

const alternative = (text: string): Buffer => {
  const value = text.slice(text.indexOf(":") + 1)
  if (text.startsWith("DNS:")) return element(0x82, Buffer.from(value))
  return element(0x87, Buffer.from(value.split(".").map(Number)))
}

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n").trimEnd()}\n-----END ${label}-----\n`

const ecdsaWithSha256 = sequence(objectId("1.2.840.10045.4.3.2"))

const certificate = (options: {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly validity: Validity
  readonly extensions: ReadonlyArray<Uint8Array>
}): string => {
  const serial = element(0x02, Buffer.from([1]), randomBytes(8))
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    serial,
    ecdsaWithSha256,
    name(options.issuer),
    sequence(time(options.validity.from), time(options.validity.to)),
    name(options.subject),
    options.publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...options.extensions))
  )
  const signature = sign("sha256", body, options.issuerKey)
  return pem("CERTIFICATE", sequence(body, ecdsaWithSha256, bitString(signature)))
}

const day = 24 * 60 * 60 * 1000
const aroundNow = (): Validity => ({ from: new Date(Date.now() - day), to: new Date(Date.now() + day) })

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  return { privateKey, publicKey }
}

export const makeAuthority = (common = "An authority of the tests"): Authority => {
  const own = keys()
  const isAuthority = extension("2.5.29.19", true, sequence(element(0x01, Buffer.from([0xff]))))
  const ca = certificate({
    subject: common,
    publicKey: own.publicKey,
    issuer: common,
    issuerKey: own.privateKey,
    validity: aroundNow(),
    extensions: [isAuthority]
  })
  return {
    ca,
    issue: (names, validity = aroundNow()) => {
      const { privateKey, publicKey } = keys()
      const cert = certificate({
        subject: "a server of the tests",
        publicKey,
        issuer: common,
        issuerKey: own.privateKey,
        validity,
        extensions: [extension("2.5.29.17", false, sequence(...names.map(alternative)))]
      })
      return { key: String(privateKey.export({ type: "pkcs8", format: "pem" })), cert }
    }
  }
}
