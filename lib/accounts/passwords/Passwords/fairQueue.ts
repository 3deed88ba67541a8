/**
 * The path to an item's line in a queue: names from wide to narrow, such as a network and then an address in it. Items with the same names
 * wait in one line.
 */
export type Share = ReadonlyArray<string>

/** A line has items, or parts that take turns. `size` counts all items in it. */
interface Line<A> {
  size: number
  readonly items: Array<A>
  readonly parts: Map<string, Line<A>>
}

const newLine = <A>(): Line<A> => ({ size: 0, items: [], parts: new Map() })

const add = <A>(line: Line<A>, [name, ...narrower]: Share, item: A): void => {
  line.size += 1
  if (name === undefined) {
    line.items.push(item)
    return
  }
  const part = line.parts.get(name) ?? newLine<A>()
  line.parts.set(name, part)
  add(part, narrower, item)
}

/** Takes an item from the first part, and moves this part behind the others. Without parts, takes the oldest item. */
const take = <A>(line: Line<A>): A | undefined => {
  line.size -= 1
  for (const [name, part] of line.parts) {
    const item = take(part)
    line.parts.delete(name)
    if (part.size > 0) line.parts.set(name, part)
    return item
  }
  return line.items.shift()
}

/** Removes an item from the largest part, or from the last one of several largest parts. Without parts, removes the newest item. */
const drop = <A>(line: Line<A>): A | undefined => {
  line.size -= 1
  let largest: readonly [name: string, part: Line<A>] | undefined
  for (const entry of line.parts) {
    if (largest === undefined || entry[1].size >= largest[1].size) largest = entry
  }
  if (largest === undefined) return line.items.pop()
  const [name, part] = largest
  const item = drop(part)
  if (part.size === 0) line.parts.delete(name)
  return item
}

const remove = <A>(line: Line<A>, [name, ...narrower]: Share, item: A): boolean => {
  const part = name === undefined ? undefined : line.parts.get(name)
  const index = line.items.indexOf(item)
  const removed = part === undefined ? index !== -1 : remove(part, narrower, item)
  if (!removed) return false
  line.size -= 1
  if (part === undefined) line.items.splice(index, 1)
  else if (name !== undefined && part.size === 0) line.parts.delete(name)
  return true
}

/** Makes a queue in which shares take turns, at each level of their names. */
export const makeFairQueue = <A>() => {
  const whole = newLine<A>()
  return {
    size: (): number => whole.size,
    /** Returns how many items wait in the line of this share, and in the lines below it. */
    sizeOf: (share: Share): number => {
      let line: Line<A> | undefined = whole
      for (const name of share) line = line?.parts.get(name)
      return line?.size ?? 0
    },
    add: (share: Share, item: A): void => add(whole, share, item),
    /** Removes the item whose turn it is. */
    take: (): A | undefined => (whole.size === 0 ? undefined : take(whole)),
    /** Goes down to the largest part at each level until it reaches a line of items, and removes the newest item of this line. */
    drop: (): A | undefined => (whole.size === 0 ? undefined : drop(whole)),
    /** Removes an item. Returns false if it no longer waits. */
    remove: (share: Share, item: A): boolean => remove(whole, share, item)
  }
}
