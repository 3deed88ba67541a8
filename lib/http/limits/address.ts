/**
 * The key under which an address is counted. A caller with one IPv6 address usually has its whole /64 network, so the
 * network is counted; an IPv4 address that is mapped into IPv6 is counted as that IPv4 address.
 */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  if (!plain.includes(":")) return plain
  const [head = "", tail] = plain.split("%", 1).join("").split("::")
  const left = head.split(":").filter((group) => group !== "")
  const right = (tail ?? "").split(":").filter((group) => group !== "")
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(":")}::/64`
}
