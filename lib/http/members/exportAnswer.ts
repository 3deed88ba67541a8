import { Chunk, Effect, Exit, Option, Scope, Stream } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { ReadTurn } from "../../events/ReadTurn.ts"
import { type ExportedRecord, PersonalData } from "../../rewards/personal/PersonalData.ts"
import { type PartnerRequest, queryInput, type StreamAnswer, tokenOf } from "../handle.ts"

/** Lets each page of a stream wait for its turn among the lists that other callers read. */
const inTurns = <A, E>(records: Stream.Stream<A, E>): Stream.Stream<A, E> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const inTurn = yield* ReadTurn
      const next = yield* Stream.toPull(records)
      return Stream.fromPull(Effect.succeed(inTurn(next)))
    })
  )

/**
 * Writes records, which come section by section, as the fields of an object, without its braces. Each section is a field with a list of
 * records. Sections without records are empty lists.
 */
const texts = <E>(
  records: Stream.Stream<ExportedRecord, E>,
  sections: ReadonlyArray<string>
): Stream.Stream<string, E> => {
  let open = -1
  /** Returns the text that closes the open section, and opens the sections up to the one with this index. */
  const upTo = (index: number): string => {
    let text = ""
    while (open < index) {
      text += `${open === -1 ? "" : "],"}${JSON.stringify(sections[open + 1])}:[`
      open += 1
    }
    return text
  }
  const body = Stream.mapChunks(records, (chunk) =>
    Chunk.of(
      Chunk.join(
        Chunk.map(chunk, ({ record, section }) => {
          const index = sections.indexOf(section)
          const separator = index === open ? "," : upTo(index)
          return `${separator}${JSON.stringify(record)}`
        }),
        ""
      )
    )
  )
  return Stream.concat(
    body,
    Stream.sync(() => `${upTo(sections.length - 1)}]`)
  )
}

/**
 * Streams everything that is stored about a member. Reads the first page before the answer begins, so that errors are answered as usual.
 */
export const exportAnswer = Effect.fnUntraced(function* (request: PartnerRequest) {
  const personal = yield* PersonalData
  const scope = yield* Scope.make()
  const next = yield* Scope.extend(Stream.toPull(personal.records(queryInput(request))), scope)
  const first = yield* Effect.catchAll(next, (end) =>
    Option.match(end, { onNone: () => Effect.succeed(Chunk.empty<ExportedRecord>()), onSome: Effect.fail })
  )
  const rest = Stream.fromPull(Effect.succeed(next))
  const records = Stream.orDie(Stream.concat(Stream.fromChunk(first), inTurns(rest)))
  const begin = Stream.succeed(`{"status":"success","message":"Member exported successfully","data":{`)
  const data = Stream.concat(begin, texts(records, personal.sections()))
  const stream = Stream.ensuring(Stream.concat(data, Stream.succeed("}}")), Scope.close(scope, Exit.void))
  const revoked = (yield* Sessions).ended(yield* tokenOf(request.request))
  const document = { "content-type": "application/json; charset=utf-8" }
  const answer: StreamAnswer = { stream, revoked, document }
  return answer
})
