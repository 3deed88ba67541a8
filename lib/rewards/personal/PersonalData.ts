import { Chunk, Context, Effect, Layer, Stream } from "effect"
import { parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import { Activities } from "../activities/Activities.ts"
import { Awards } from "../awards/Awards.ts"
import { MemberKey, type MemberKeyInput } from "../members/Member.ts"
import { Members } from "../members/Members.ts"
import { findMember } from "../members/memberIds.ts"
import { Transfers } from "../transfers/Transfers.ts"
import { Holders, type PersonalRecord, type ReadFailure } from "./Holders.ts"
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
    /** The names of the sections of an export, in their order. A section can be empty. */
    readonly sections: () => ReadonlyArray<string>

    /**
     * Everything that is stored about a member, section by section, as plain JSON. It is read in pages while it is consumed, so it is not a
     * snapshot: a record that is written meanwhile may be missing.
     */
    readonly records: (input: MemberKeyInput | Unparsed) => Stream.Stream<ExportedRecord, ReadFailure>

    /** Passes the same records to `take`, a few at a time. The export waits until `take` has ended. */
    readonly export: <E>(
      input: MemberKeyInput,
      take: (records: ReadonlyArray<ExportedRecord>) => Effect.Effect<void, E>
    ) => Effect.Effect<void, E | ReadFailure>
  }
>() {
  static readonly layer: Layer.Layer<
    PersonalData,
    never,
    Activities | Awards | Database | Holders | Members | Transfers
  > = Layer.suspend(() => Layer.effect(this, make))
}

const parseKey = parser(MemberKey)

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

  const sections = () => [core, ...holders.all()].flatMap((holder) => Object.entries(holder.sections))

  const records = (input: MemberKeyInput | Unparsed): Stream.Stream<ExportedRecord, ReadFailure> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const member = yield* findMember(database, yield* parseKey(input))
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
      Stream.runForEachChunk(records(input), (chunk) => take(Chunk.toReadonlyArray(chunk)))
  })
})
