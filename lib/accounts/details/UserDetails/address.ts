/**
 * Which addresses are public. The lists are IANA's registries of special addresses; where they leave a doubt, the
 * address is not public. Everything is compared as numbers, so that no spelling of an address slips through.
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

/** An address with a zone is one of this machine's own networks: it has no number that means anything elsewhere. */
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
  // Looks public, and is Azure's own service behind every virtual machine.
  "168.63.129.16/32"
].map(network4)

/** Only these are handed out to hosts of the Internet; all that is local, mapped or tunnelled lies outside of them. */
const unicast6 = network6("2000::/3")

const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map(network6)

/** An IPv4 address in IPv6 clothes is as public as the one that it carries: mapped, and behind a NAT64. */
const carriers = ["::ffff:0:0/96", "64:ff9b::/96"].map(network6)

const isPublic4 = (address: bigint): boolean => !special4.some((contains) => contains(address))

const isPublic6 = (address: bigint): boolean =>
  carriers.some((contains) => contains(address))
    ? isPublic4(address & 0xffff_ffffn)
    : unicast6(address) && !special6.some((contains) => contains(address))

/** Whether an address, as a resolver or a URL gives it, is one that anybody on the Internet could be reached at. */
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

/** Whether a host is an address itself, and needs no resolving. */
export const isAddress = (host: string): boolean => parse4(host) !== undefined || parse6(host) !== undefined
