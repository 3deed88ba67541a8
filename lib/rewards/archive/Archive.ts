import type { Digest } from "./digest.ts"

/** The form of the lines. A later form gets the next number. */
export const form = 1

/** The digests of a part of an archive, by the names of its records. */
export type Digests = Readonly<Record<string, Digest>>

/** Records of a kind that are not the same in the database as in the archive. */
export interface Difference {
  /** Null for records that belong to no partner. */
  readonly partnerId: string | null
  readonly record: string
  readonly archive: Digest
  readonly database: Digest
}

export interface Exported {
  readonly partners: number
  readonly records: number
  /** By partner; those of the service's own records are under "service". */
  readonly digests: Readonly<Record<string, Digests>>
}

export interface Imported {
  readonly partnerIds: ReadonlyArray<string>
  readonly records: number
  /** How many of them the database did not have. */
  readonly written: number
  /** Empty if the database now holds what the archive does. */
  readonly differences: ReadonlyArray<Difference>
}
