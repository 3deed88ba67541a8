// QR codes of model 2 (ISO/IEC 18004) for text in UTF-8, with error correction level M, which repairs about 15 % of a code.

/** By version: how many codewords for error correction each block has, and how many blocks there are. */
const corrections = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28
]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21]
const versions = blocks.length

/** Whether each module is dark, by row and column. */
export type Modules = ReadonlyArray<ReadonlyArray<boolean>>

/** The positions of the alignment patterns of a version, in both directions. */
const alignmentsOf = (version: number): ReadonlyArray<number> => {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  const last = version * 4 + 10
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))]
}

/** How many bits for data and error correction a version has: all modules that have no other purpose. */
const bitsOf = (version: number): number => {
  const alignments = Math.floor(version / 7) + 2
  const aligned = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55
  return (16 * version + 128) * version + 64 - aligned - (version >= 7 ? 36 : 0)
}

const codewordsOf = (version: number): number => Math.floor(bitsOf(version) / 8)

const dataCodewordsOf = (version: number): number =>
  codewordsOf(version) - (corrections[version - 1] ?? 0) * (blocks[version - 1] ?? 0)

/** Multiplies in the field of 256 elements that QR codes use. */
const multiply = (one: number, other: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}

/** The divisor of Reed-Solomon codes, without its first coefficient, which is 1. */
const divisorOf = (degree: number): ReadonlyArray<number> => {
  const divisor = Array.from({ length: degree }, (_, index): number => (index === degree - 1 ? 1 : 0))
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (const [index, coefficient] of divisor.entries()) {
      divisor[index] = multiply(coefficient, root) ^ (divisor[index + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return divisor
}

const remainderOf = (data: ReadonlyArray<number>, divisor: ReadonlyArray<number>): ReadonlyArray<number> => {
  const remainder = divisor.map(() => 0)
  for (const codeword of data) {
    const factor = codeword ^ (remainder.shift() ?? 0)
    remainder.push(0)
    for (const [index, coefficient] of divisor.entries())
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor)
  }
  return remainder
}

const bitsIn = (value: number, length: number): ReadonlyArray<number> =>
  Array.from({ length }, (_, index) => (value >>> (length - 1 - index)) & 1)

/** The text as codewords: mode, length, bytes, and padding. */
const dataOf = (bytes: Uint8Array, version: number): ReadonlyArray<number> => {
  const capacity = dataCodewordsOf(version)
  const bits = [...bitsIn(4, 4)]
  bits.push(
    ...bitsIn(bytes.length, lengthBits(version)),
    ...Array.from(bytes).flatMap((byte) => bitsIn(byte, 8))
  )
  bits.push(...bitsIn(0, Math.min(4, capacity * 8 - bits.length)))
  while (bits.length % 8 !== 0) bits.push(0)
  const codewords = Array.from({ length: bits.length / 8 }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2)
  )
  const used = codewords.length
  while (codewords.length < capacity) codewords.push((codewords.length - used) % 2 === 0 ? 0xec : 0x11)
  return codewords
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

const fits = (bytes: Uint8Array, version: number): boolean =>
  4 + lengthBits(version) + bytes.length * 8 <= dataCodewordsOf(version) * 8

/** Takes the first item of each list, then the second of each, and so on. */
const interleaved = (lists: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index) =>
    lists.flatMap((list) => list[index] ?? [])
  ).flat()

/** Splits the data into blocks, and adds the codewords that correct errors. The last blocks can be one codeword longer. */
const withCorrection = (data: ReadonlyArray<number>, version: number): ReadonlyArray<number> => {
  const count = blocks[version - 1] ?? 1
  const short = Math.floor(data.length / count)
  const shortBlocks = count - (data.length % count)
  const startOf = (block: number) => block * short + Math.max(0, block - shortBlocks)
  const parts = Array.from({ length: count }, (_, block) => data.slice(startOf(block), startOf(block + 1)))
  const divisor = divisorOf(corrections[version - 1] ?? 0)
  return [...interleaved(parts), ...interleaved(parts.map((part) => remainderOf(part, divisor)))]
}

/** A code with its fixed patterns. `free` are the modules for data, in the order in which they are filled. */
const makeGrid = (version: number) => {
  const size = version * 4 + 17
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const fixed = dark.map((row) => row.map(() => false))

  const set = (x: number, y: number, isDark: boolean): void => {
    const [row, marks] = [dark[y], fixed[y]]
    if (row === undefined || marks === undefined || x < 0 || x >= size) return
    row[x] = isDark
    marks[x] = true
  }

  /** A square of rings around a centre. */
  const square = (x: number, y: number, reach: number, isDark: (ring: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }

  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0)
    set(index, 6, index % 2 === 0)
  }
  const corners = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4]
  ] as const
  for (const [x, y] of corners) square(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  const alignments = alignmentsOf(version)
  const last = size - 7
  for (const x of alignments) {
    for (const y of alignments) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
      if (!isCorner) square(x, y, 2, (ring) => ring !== 1)
    }
  }

  /** Writes the level of error correction (M is 0) and the mask, twice. */
  const setFormat = (mask: number): void => {
    let remainder = mask
    for (let round = 0; round < 10; round++) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537)
    const bits = ((mask << 10) | remainder) ^ 0x5412
    const bit = (index: number) => ((bits >>> index) & 1) !== 0
    for (let index = 0; index < 15; index++) {
      const along = index < 6 ? index : index + 1
      if (index < 8) {
        set(8, along, bit(index))
        set(size - 1 - index, 8, bit(index))
      } else {
        set(index === 8 ? 7 : 14 - index, 8, bit(index))
        set(8, size - 15 + index, bit(index))
      }
    }
    set(8, size - 8, true)
  }

  if (version >= 7) {
    let remainder = version
    for (let round = 0; round < 12; round++) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25)
    const bits = (version << 12) | remainder
    for (let index = 0; index < 18; index++) {
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)]
      set(far, near, ((bits >>> index) & 1) !== 0)
      set(near, far, ((bits >>> index) & 1) !== 0)
    }
  }
  setFormat(0)

  const free: Array<readonly [x: number, y: number]> = []
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern is skipped.
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) if (fixed[y]?.[x] === false) free.push([x, y])
    }
  }
  return { dark, free, set, setFormat }
}

const masks: ReadonlyArray<(x: number, y: number) => boolean> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0
]

/** How hard a code is to read: long runs, squares of one colour, patterns like those in the corners, and too much of one colour. */
const penaltyOf = (dark: Modules): number => {
  const size = dark.length
  const at = (x: number, y: number) => dark[y]?.[x] === true
  const columns = dark.map((_, x) => dark.map((__, y) => at(x, y)))
  let penalty = 0
  for (const line of [...dark, ...columns]) {
    const text = line.map((isDark) => (isDark ? "1" : "0")).join("")
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    const outside = `0000${text}0000`
    for (const pattern of [/(?=10111010000)/g, /(?=00001011101)/g])
      penalty += 40 * (outside.match(pattern)?.length ?? 0)
  }
  let darkModules = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (at(x, y)) darkModules += 1
      const isSquare = x + 1 < size && y + 1 < size && at(x, y) === at(x + 1, y) && at(x, y) === at(x, y + 1)
      if (isSquare && at(x, y) === at(x + 1, y + 1)) penalty += 3
    }
  }
  return penalty + 10 * Math.floor((Math.abs(darkModules * 2 - size * size) * 10) / (size * size))
}

const withMask = (version: number, codewords: ReadonlyArray<number>, mask: number): Modules => {
  const { dark, free, set, setFormat } = makeGrid(version)
  const isMasked = masks[mask] ?? (() => false)
  setFormat(mask)
  for (const [index, [x, y]] of free.entries()) {
    const bit = ((codewords[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1
    set(x, y, (bit === 1) !== isMasked(x, y))
  }
  return dark
}

/** The QR code of a text, in the smallest version that has room for it. Undefined for a text of more than about 990 bytes. */
export const qrCode = (text: string): Modules | undefined => {
  const bytes = new TextEncoder().encode(text)
  const version = Array.from({ length: versions }, (_, index) => index + 1).find((each) => fits(bytes, each))
  if (version === undefined) return undefined
  const codewords = withCorrection(dataOf(bytes, version), version)
  const codes = masks.map((_, mask) => withMask(version, codewords, mask))
  const penalties = codes.map(penaltyOf)
  return codes[penalties.indexOf(Math.min(...penalties))]
}

/** The dark modules as the path of an SVG image, one unit a module. */
export const pathOf = (code: Modules): string =>
  code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("")
