import { createHash } from "node:crypto"

/** The version of the format of an archive. */
export const form = 1

export interface ExportInput {
  /** The partner to export. Default: all partners, and the records that belong to no partner (the service's). */
  readonly partnerId?: string | undefined
  /** Called with the number of records that have been exported so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

export interface ImportInput {
  /** Called with the number of records that have been read so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

/** The number of records of a kind, and a digest of them that does not depend on their order. */
export interface Digest {
  readonly count: number
  /** 64 hexadecimal digits. */
  readonly digest: string
}

/** The digests of one section of an archive, by the kind of records. */
export type Digests = Readonly<Record<string, Digest>>

/** A kind of records that differs between the database and the archive. */
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
  /** By the id of the partner, or "service" for records of the service. */
  readonly digests: Readonly<Record<string, Digests>>
  /** Whether all records are of one state of the database, or only the records of each partner. */
  readonly snapshot: "archive" | "partner"
}

export interface Imported {
  readonly partnerIds: ReadonlyArray<string>
  readonly records: number
  /** The number of records that the database did not have. */
  readonly written: number
  /** Empty if the database has the same records as the archive. */
  readonly differences: ReadonlyArray<Difference>
}

const modulus = 1n << 256n

/** Adds up the SHA-256 of each record. A sum does not depend on the order of records: two databases may sort texts differently. */
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
