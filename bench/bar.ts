const width = 30

/** A progress bar: "[#########.....................]  30 % of 1,000,000". */
export const bar = (done: number, total: number): string => {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.floor(part * width)
  const percent = String(Math.floor(part * 100)).padStart(3)
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${percent} % of ${total.toLocaleString("en")}`
}
