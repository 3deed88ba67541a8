import { shownName } from "../schema/UnknownFields.ts"

/** An object or a list that the scan is in. `keys` is undefined in a list. */
interface Level {
  readonly keys: Set<string> | undefined
  /** The current key, or the index of the current value of a list. */
  current: string | number
}

/** Returns the index of the closing quotation mark of the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  let end = start + 1
  for (let code = text.charCodeAt(end); code !== 34; code = text.charCodeAt(end)) end += code === 92 ? 2 : 1
  return end
}

/** Returns whether a colon follows, perhaps after white space. A string before a colon is a key. */
const isBeforeColon = (text: string, index: number): boolean => {
  let next = index
  for (
    let code = text.charCodeAt(next);
    code === 32 || (code >= 9 && code <= 13);
    code = text.charCodeAt(next)
  )
    next += 1
  return text.charCodeAt(next) === 58
}

/**
 * Returns the path of the first key that an object in JSON text has twice, such as `data.total`; undefined if there is none. The text must
 * be valid JSON. It is read once.
 */
export const repeatedKey = (text: string): string | undefined => {
  const levels: Array<Level> = []
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 123) levels.push({ keys: new Set(), current: "" })
    else if (code === 91) levels.push({ keys: undefined, current: 0 })
    else if (code === 125 || code === 93) levels.pop()
    else if (code === 44) {
      const level = levels.at(-1)
      if (typeof level?.current === "number") level.current += 1
    } else if (code === 34) {
      const end = endOfString(text, index)
      const level = levels.at(-1)
      if (level?.keys !== undefined && isBeforeColon(text, end + 1)) {
        const between = text.slice(index + 1, end)
        // A key with a backslash is parsed, because escape sequences can spell the same key in several ways.
        const key: string = between.includes("\\") ? JSON.parse(`"${between}"`) : between
        level.current = key
        if (level.keys.has(key)) return levels.map(({ current }) => shownName(String(current))).join(".")
        level.keys.add(key)
      }
      index = end
    }
  }
  return undefined
}
