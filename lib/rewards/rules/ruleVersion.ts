import { Encoding, Schema } from "effect"
import { canonical, fingerprintOf } from "../idempotency/fingerprint.ts"
import { Rule } from "./Rule.ts"

const encode = Schema.encodeSync(Rule.omit("partnerId", "participants", "createdAt", "updatedAt"))

/**
 * Returns the version of a rule: a hash of the fields that people choose. Payments do not change it. A rule that gets its old fields back
 * has its old version again.
 */
export const versionOf = (rule: Rule): string => Encoding.encodeHex(fingerprintOf(canonical(encode(rule))))
