import { Data } from "effect"
import * as fc from "fast-check"

interface GeneratedItem<A> {
  readonly arbitrary: fc.Arbitrary<A>
  readonly value: fc.Value<A>
}

/** The items of a generated list, and the largest number of items to remove in the next shrinking step. */
class GeneratedList<A> extends Data.Class<{
  readonly items: ReadonlyArray<GeneratedItem<A>>
  readonly size: number
}> {}

const toValue = <A>(items: ReadonlyArray<GeneratedItem<A>>, size: number): fc.Value<Array<A>> =>
  new fc.Value(
    items.map((item) => item.value.value),
    new GeneratedList({ items, size })
  )

/**
 * Yields simpler lists. First it removes one run of consecutive items: long runs before short ones, and runs at the end before runs at
 * the start. Then it replaces one item by a simpler one.
 */
function* simpler<A>({ items, size: largest }: GeneratedList<A>): Generator<fc.Value<Array<A>>> {
  for (let size = Math.min(largest, items.length); size >= 1; size = Math.floor(size / 2)) {
    for (let end = items.length; end > 0; end -= size) {
      yield toValue(items.toSpliced(Math.max(0, end - size), Math.min(size, end)), size)
    }
  }
  for (const [index, { arbitrary, value }] of items.entries()) {
    for (const next of arbitrary.shrink(value.value, value.context)) {
      yield toValue(items.with(index, { arbitrary, value: next }), 1)
    }
  }
}

/**
 * Generates a list. Each item comes from the arbitrary with the same index. The list has at least `least` items, by default one from
 * every arbitrary. Unlike with `fc.array`, a shrunk list can be shorter than `least`.
 */
export class Sequence<A> extends fc.Arbitrary<Array<A>> {
  readonly #arbitraries: ReadonlyArray<fc.Arbitrary<A>>
  readonly #least: number

  constructor(arbitraries: ReadonlyArray<fc.Arbitrary<A>>, least = arbitraries.length) {
    super()
    this.#arbitraries = arbitraries
    this.#least = least
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Array<A>> {
    const most = this.#arbitraries.length
    const length = this.#least === most ? most : random.nextInt(this.#least, most)
    const items = this.#arbitraries.slice(0, length).map((arbitrary) => ({
      arbitrary,
      value: arbitrary.generate(random, bias)
    }))
    return toValue(items, Math.ceil(items.length / 2))
  }

  override canShrinkWithoutContext(_: unknown): _ is Array<A> {
    return false
  }

  override shrink(_: Array<A>, context?: unknown): fc.Stream<fc.Value<Array<A>>> {
    return context instanceof GeneratedList ? fc.stream(simpler<A>(context)) : fc.Stream.nil()
  }
}
