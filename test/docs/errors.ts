// The catalogue of errors, generated from the error classes: `npm run docs` writes it to docs/errors.md.
import assert from "node:assert/strict"
import { Arbitrary, FastCheck as fc, Option, type Schema, SchemaAST } from "effect"
import { AuthorizationRefused } from "../../lib/accounts/authorization/Authorization.ts"
import * as AccountsErrors from "../../lib/accounts/Errors.ts"
import { MailDelayed, MailRefused } from "../../lib/accounts/mail/Mail.ts"
import type { Failure } from "../../lib/http/failure.ts"
import { type HttpFailure, internal, type ServiceFailure, toWire } from "../../lib/http/failure.ts"
import * as RewardsErrors from "../../lib/rewards/Errors.ts"
import { FixId, InvalidInput } from "../../lib/schema/Input.ts"
import { CannotDistribute } from "../../lib/sql/Distribution.ts"
import * as SqlErrors from "../../lib/sql/Errors.ts"
import { DatabaseTooNew, MissingRights } from "../../lib/sql/Migrations.ts"
import { CannotGrant } from "../../lib/sql/Roles.ts"
import * as WebhooksErrors from "../../lib/webhooks/Errors.ts"

/** Why an error happens and what the caller can do about it. */
interface ErrorExplanation {
  readonly cause: string
  readonly fix: string
}

/** The annotations of an error class; undefined without both of them. */
const explanationOf = ({ ast }: Schema.Schema.All): ErrorExplanation | undefined => {
  const annotated = SchemaAST.isTransformation(ast) ? ast.to : ast
  const cause = Option.getOrUndefined(SchemaAST.getDescriptionAnnotation(annotated))
  const fix = Option.getOrUndefined(SchemaAST.getAnnotation<string>(FixId)(annotated))
  return cause === undefined || fix === undefined ? undefined : { cause, fix }
}

type ErrorClass = Schema.Schema<Failure, never> & { readonly _tag: string }

/** The answers to an error over HTTP: one for each status, with all codes that it can have. */
const answersTo = (failures: ReadonlyArray<ServiceFailure | HttpFailure>): ReadonlyArray<string> => {
  const codes = new Map<string, Set<string>>()
  for (const { body, status } of failures.map(toWire)) {
    const { appErrorCode, errorType } = body.data
    const answer = `${status} ${errorType}`
    const known = codes.get(answer) ?? new Set()
    codes.set(answer, appErrorCode === "" ? known : known.add(`\`${appErrorCode}\``))
  }
  return Array.from(codes, ([answer, words]) => `${answer} | ${[...words].toSorted().join(", ")}`).toSorted()
}

const row = (name: string, answer: string, { cause, fix }: ErrorExplanation): string =>
  `| \`${name}\` | ${answer} | ${cause} | ${fix} |`

/** A row for each answer. Cause and fix are in the first one only. */
const rowsFor = (
  name: string,
  answers: ReadonlyArray<string>,
  explained: ErrorExplanation
): ReadonlyArray<string> =>
  answers.map((answer, index) =>
    row(name, answer, index === 0 ? explained : { cause: "as above", fix: "as above" })
  )

const isServed = (failure: Failure): failure is ServiceFailure =>
  failure._tag !== "DatabaseTooNew" &&
  failure._tag !== "MissingRights" &&
  failure._tag !== "CannotDistribute" &&
  failure._tag !== "CannotGrant" &&
  failure._tag !== "TransactionRequired"

const noAnswer = " | "

/** A row for each answer of a class, found by sampling values of its fields. */
const rowsOf = (errorClass: Schema.Schema.All & { readonly _tag: string }, isAnswered = true) => {
  const explanation = explanationOf(errorClass) ?? assert.fail(`${errorClass._tag} is not explained`)
  if (!isAnswered) return [row(errorClass._tag, noAnswer, explanation)]
  const made = fc.sample(Arbitrary.make(errorClass as ErrorClass), { seed: 1, numRuns: 200 })
  const answers = answersTo(made.filter(isServed))
  return rowsFor(errorClass._tag, answers.length === 0 ? [noAnswer] : answers, explanation)
}

/** Failures of HTTP itself have no error class, because the domain does not know them. */
const ofHttp: {
  readonly [Tag in HttpFailure["_tag"]]: ErrorExplanation & {
    readonly made: ReadonlyArray<Extract<HttpFailure, { readonly _tag: Tag }>>
  }
} = {
  RouteNotFound: {
    cause: "No operation has this path.",
    fix: "Compare the path with the API reference.",
    made: [{ _tag: "RouteNotFound", path: "/" }]
  },
  MethodNotAllowed: {
    cause: "The path exists with other methods.",
    fix: "Use one of the methods in the `Allow` header.",
    made: [{ _tag: "MethodNotAllowed", method: "PUT", allow: "GET" }]
  },
  BadBody: {
    cause: "The body is not JSON (400), came too slowly (408), is too large (413) or has another type (415).",
    fix: "Send JSON with `Content-Type: application/json`, and bulks in parts.",
    made: ([400, 408, 413, 415] as const).map((status) => ({ _tag: "BadBody", status, error: "" }))
  },
  TooManyRequests: {
    cause: "The requests of a minute are used up: of the partner, of the address or of the account.",
    fix: "Wait for as many seconds as `Retry-After` says.",
    made: [{ _tag: "TooManyRequests", policy: "partner", limit: 1, left: 0, count: 1, retryAfter: 1 }]
  },
  TooManyAtOnce: {
    cause: "The partner, or the address, has too many concurrent requests.",
    fix: "Send the next one when some are answered.",
    made: [{ _tag: "TooManyAtOnce", policy: "partner", limit: 1 }]
  },
  TooManyStreams: {
    cause: "The partner, or one address, has too many event streams or exports open.",
    fix: "Close one, wait until one ends, or read pages.",
    made: [{ _tag: "TooManyStreams", kind: "event streams", policy: "partner", limit: 1 }]
  },
  Overloaded: {
    cause: "The service has too many concurrent requests, takes too long, or is stopping.",
    fix: "Try again with the same idempotency key; the text says whether something may have been written.",
    made: [{ _tag: "Overloaded", reason: "" }]
  }
}

const httpRows = (): ReadonlyArray<string> => [
  ...Object.entries(ofHttp).flatMap(([name, { made, ...explanation }]) =>
    rowsFor(name, answersTo(made), explanation)
  ),
  row("(a defect)", `${internal.status} ${internal.body.data.errorType} | `, {
    cause: "A fault of the service. The answer shows nothing internal.",
    fix: "Report it with the `x-request-id` of the answer; the log has it under this id."
  })
]

const table = (title: string, rows: ReadonlyArray<string>): string =>
  [
    `## ${title}`,
    "| error | HTTP, `errorType` | `appErrorCode` | cause | fix |",
    "|---|---|---|---|---|",
    ...rows
  ].join("\n")

export const errorCatalogue = (): string =>
  `${[
    `# Errors

Written by \`npm run docs\` from the error classes; do not edit.

Over HTTP every failure is \`{"status": "failed", "message": …, "data": {"errorType", "appErrorCode", "error"}}\`. \`error\` names the field and the fix;
\`appErrorCode\` is for programs, and empty where \`errorType\` and the status are enough. In the library, Effect services fail with the class. The Promise form
rejects with a \`RewardsError\`: \`data._tag\` is the name of the class, \`data\` has its fields, and \`retryable\` is true if the same call may succeed later. The clients of
\`laurel-rewards/client\` reject with a \`ClientError\`. A refused command has written nothing.`,
    table("Input", rowsOf(InvalidInput)),
    table(
      "Rules, awards, coins",
      Object.values(RewardsErrors).flatMap((each) => rowsOf(each))
    ),
    table(
      "Accounts",
      Object.values(AccountsErrors).flatMap((each) => rowsOf(each))
    ),
    table(
      "Webhooks",
      Object.values(WebhooksErrors).flatMap((each) => rowsOf(each))
    ),
    table("The database", [
      ...Object.values(SqlErrors).flatMap((each) => rowsOf(each)),
      ...rowsOf(DatabaseTooNew),
      ...rowsOf(MissingRights),
      ...rowsOf(CannotDistribute),
      ...rowsOf(CannotGrant)
    ]),
    table("HTTP itself", httpRows()),
    table(
      "Of hosts on Effect alone",
      [AuthorizationRefused, MailDelayed, MailRefused].flatMap((each) => rowsOf(each, false))
    )
  ].join("\n\n")}\n`
