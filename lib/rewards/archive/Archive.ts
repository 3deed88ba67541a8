import { createHash } from "node:crypto"

/** The version of the archive format. */
export const form = 1

export interface ExportInput {
  /** The partner to export. Default: all partners, and the records of the service, which belong to no partner. */
  readonly partnerId?: string | undefined
  /** Called with the number of records that have been exported so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

export interface ImportInput {
  /** Called with the number of records that have been read so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

/** The number of records of one kind, and their digest. */
export interface Digest {
  readonly count: number
  /** 64 hexadecimal digits. Empty in a `Difference` of records that were compared one by one. */
  readonly digest: string
}

/** The digests of one section of an archive, by the kind of records. */
export type Digests = Readonly<Record<string, Digest>>

/** A kind of record for which the database and the archive differ. */
export interface Difference {
  /** Null for records of the service. */
  readonly partnerId: string | null
  readonly record: string
  readonly archive: Digest
  readonly database: Digest
}

export interface Exported {
  readonly partners: number
  readonly records: number
  /** The digests by the id of the partner. The key "service" has the digests of the records that belong to no partner. */
  readonly digests: Readonly<Record<string, Digests>>
  /** "archive": one snapshot of the database contains all records. "partner": each partner has its own snapshot. */
  readonly snapshot: "archive" | "partner"
}

export interface Imported {
  readonly partnerIds: ReadonlyArray<string>
  readonly records: number
  /** The number of records that the database did not have. */
  readonly written: number
  readonly differences: ReadonlyArray<Difference>
}

const modulus = 1n << 256n

/** Makes a digest that adds up the SHA-256 of each record, so that the order does not matter. Two databases may sort texts differently. */
export const makeDigest = () => {
  let count = 0
  let sum = 0n
  return {
    add: (record: string): void => {
      count += 1
      sum = (sum + BigInt(`0x${createHash("sha256").update(record).digest("hex")}`)) % modulus
    },
    get: (): Digest => ({ count, digest: sum.toString(16).padStart(64, "0") })
  }
}
