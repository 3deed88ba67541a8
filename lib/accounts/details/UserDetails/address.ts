/**
 * Decides which addresses are public, from IANA's registries of special-purpose addresses. Doubtful addresses are not
 * public. Addresses are compared as numbers, so that no alternative spelling passes.
 */
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
const dotted = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const group = /^[0-9a-f]{1,4}$/i

const parse4 = (text: string): bigint | undefined =>
  dotted.test(text) ? text.split(".").reduce((number, part) => number * 256n + BigInt(part), 0n) : undefined

/** The last 32 bits of an IPv6 address may be written as an IPv4 address. */
const withoutDots = (text: string): string => {
  const start = text.lastIndexOf(":") + 1
  const tail = parse4(text.slice(start))
  return tail === undefined
    ? text
    : `${text.slice(0, start)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`
}

/** Returns undefined for an address with a zone, such as `fe80::1%eth0`: it is valid on this machine only. */
const parse6 = (text: string): bigint | undefined => {
  const halves = withoutDots(text).split("::")
  const [left = [], right = []] = halves.map((half) => (half === "" ? [] : half.split(":")))
  const missing = 8 - left.length - right.length
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right]
  return groups.every((each) => group.test(each))
    ? groups.reduce((number, each) => number * 0x1_0000n + BigInt(`0x${each}`), 0n)
    : undefined
}

type Contains = (address: bigint) => boolean

const network =
  (parse: (text: string) => bigint | undefined, width: number) =>
  (cidr: string): Contains => {
    const [text = "", length] = cidr.split("/")
    const base = parse(text)
    if (base === undefined) throw new Error(`${cidr} is no network`)
    const host = BigInt(width - Number(length))
    return (address) => address >> host === base >> host
  }

const network4 = network(parse4, 32)
const network6 = network(parse6, 128)

const loopback4 = network4("127.0.0.0/8")
const loopback6 = network6("::1/128")

const special4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Looks public, but is Azure's platform service, reachable from every virtual machine.
  "168.63.129.16/32"
].map(network4)

/** The global unicast range. Local, mapped and tunnelled addresses lie outside of it. */
const unicast6 = network6("2000::/3")

const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map(network6)

/**
 * IPv6 ranges that embed an IPv4 address (IPv4-mapped and NAT64). The embedded address decides whether it is public.
 */
const carriers = ["::ffff:0:0/96", "64:ff9b::/96"].map(network6)

const isPublic4 = (address: bigint): boolean => !special4.some((contains) => contains(address))

const isPublic6 = (address: bigint): boolean =>
  carriers.some((contains) => contains(address))
    ? isPublic4(address & 0xffff_ffffn)
    : unicast6(address) && !special6.some((contains) => contains(address))

/** Whether an address, as a resolver or a URL writes it, is reachable from the whole Internet. */
export const isPublic = (address: string): boolean => {
  const number4 = parse4(address)
  if (number4 !== undefined) return isPublic4(number4)
  const number6 = parse6(address)
  return number6 !== undefined && isPublic6(number6)
}

export const isLoopback = (address: string): boolean => {
  const number4 = parse4(address)
  if (number4 !== undefined) return loopback4(number4)
  const number6 = parse6(address)
  return number6 !== undefined && loopback6(number6)
}

/** Whether a host is a numeric address, which needs no resolving. */
export const isAddress = (host: string): boolean => parse4(host) !== undefined || parse6(host) !== undefined
