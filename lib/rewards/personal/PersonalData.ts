import { Chunk, Context, Effect, Layer, Stream } from "effect"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Activities } from "../activities/Activities.ts"
import { Awards } from "../awards/Awards.ts"
import { CommandWriter } from "../commands/CommandWriter.ts"
import type { MemberNotFound } from "../Errors.ts"
import { Ids } from "../Ids.ts"
import { MemberKey, type MemberKeyInput } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { findMember } from "../members/memberIds.ts"
import { Orderers } from "../orderers/Orderers.ts"
import { Transfers } from "../transfers/Transfers.ts"
import { type Erasure, ErasureKey, type ErasureKeyInput, type NewErasure } from "./Erasure.ts"
import { makeErase } from "./erase.ts"
import { Holders, type PersonalRecord, type ReadFailure } from "./Holders.ts"
import { withParts } from "./memberParts.ts"
import { memberHolder } from "./memberSections.ts"

/** One record of an export, and the section that it belongs to. */
export interface ExportedRecord {
  readonly section: string
  readonly record: PersonalRecord
}

/** The personal data of a partner's members. */
export class PersonalData extends Context.Tag("rewards/PersonalData")<
  PersonalData,
  {
    /** Returns the names of the sections of an export, in their order. A section can be empty. */
    readonly sections: () => ReadonlyArray<string>

    /**
     * Returns everything that is stored about a member, section by section, as plain JSON. The stream reads the records in pages while it
     * is consumed. They are not a snapshot: a record that is written meanwhile may be missing.
     */
    readonly records: (input: MemberKeyInput | Unparsed) => Stream.Stream<ExportedRecord, ReadFailure>

    /** Passes the records of an export to `take`, a few at a time. The export waits until `take` has ended. */
    readonly export: <E>(
      input: MemberKeyInput,
      take: (records: ReadonlyArray<ExportedRecord>) => Effect.Effect<void, E>
    ) => Effect.Effect<void, E | ReadFailure>

    /**
     * Removes all personal data of a member, permanently. The member's records stay under a pseudonym, and its coins go to the partner's
     * expired coins. After the call, its ids are unknown and nothing shows its texts. If there are many texts, they are removed in the
     * background: the state is then "running".
     */
    readonly erase: (
      input: MemberKeyInput | Unparsed
    ) => Effect.Effect<NewErasure, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Returns the state of an erasure. */
    readonly erasure: (
      input: ErasureKeyInput | Unparsed
    ) => Effect.Effect<Erasure, InvalidInput | MemberNotFound | DatabaseFailure>

    /** Removes the texts of erased members that are still stored. This also happens automatically. */
    readonly resume: () => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    PersonalData,
    never,
    Activities | Awards | CommandWriter | Database | Holders | Ids | Members | Orderers | Transfers
  > = Layer.suspend(() => Layer.scoped(this, make))
}

const parseKey = parser(MemberKey)
const parseErasure = parser(ErasureKey)

const make = Effect.gen(function* () {
  const database = yield* Database
  const holders = yield* Holders
  const core = memberHolder({
    database,
    members: yield* Members,
    awards: yield* Awards,
    activities: yield* Activities,
    transfers: yield* Transfers
  })

  const { erase, find, inBackground, resume } = makeErase({
    database,
    holders,
    ids: yield* Ids,
    orderers: yield* Orderers,
    writer: yield* CommandWriter
  })
  yield* Effect.forkScoped(Effect.interruptible(inBackground))

  const sections = () => [core, ...holders.all()].flatMap((holder) => Object.entries(holder.sections))

  const records = (input: MemberKeyInput | Unparsed): Stream.Stream<ExportedRecord, ReadFailure> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const member = yield* withParts(database, yield* findMember(database, yield* parseKey(input)))
        const parts = sections().map(([section, read]) =>
          Stream.map(read(member), (record): ExportedRecord => ({ section, record }))
        )
        return Stream.concatAll(Chunk.fromIterable(parts))
      })
    )

  return PersonalData.of({
    sections: () => sections().map(([name]) => name),
    records,
    export: (input, take) =>
      Stream.runForEachChunk(records(input), (chunk) => take(Chunk.toReadonlyArray(chunk))),
    erase: Effect.fn("PersonalData.erase")((input) => Effect.flatMap(parseKey(input), erase)),
    erasure: Effect.fn("PersonalData.erasure")((input) =>
      Effect.flatMap(parseErasure(input), ({ id: memberId, partnerId }) => find({ partnerId, memberId }))
    ),
    resume: Effect.fn("PersonalData.resume")(resume)
  })
})
