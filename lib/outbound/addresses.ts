import { BlockList, isIP } from "node:net"

/** Returns the eight groups of an IPv6 address. `URL` converts the address to its canonical form. */
const groupsOf = (address: string): ReadonlyArray<number> => {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""))
  const zeros = Array<string>(8 - left.length - right.length).fill("0")
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

const startsWith = (groups: ReadonlyArray<number>, prefix: ReadonlyArray<number>): boolean =>
  prefix.every((group, index) => groups[index] === group)

/** Two prefixes of IPv6 addresses. The last two groups of an address with one of these prefixes are an IPv4 address. */
const mapped = [0, 0, 0, 0, 0, 0xffff]
const nat64 = [0x64, 0xff9b, 0, 0, 0, 0]

/** Returns the IPv4 address in the last two groups of an IPv6 address. */
const ipv4Of = (groups: ReadonlyArray<number>): string =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".")

/** Makes a list of networks from their CIDR notation. */
const networks = (family: "ipv4" | "ipv6", ...cidrs: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network, length] = cidr.split("/")
    if (network === undefined || length === undefined) throw new Error(`${cidr} is not a network`)
    list.addSubnet(network, Number(length), family)
  }
  return list
}

/** IPv4 networks that are not public. */
const special4 = networks(
  "ipv4",
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
  // An internal service of Azure. Its address looks public.
  "168.63.129.16/32"
)

/** Public IPv6 addresses are in this network. */
const unicast6 = networks("ipv6", "2000::/3")
/** Parts of `unicast6` that are not public. */
const special6 = networks("ipv6", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
const loopback4 = networks("ipv4", "127.0.0.0/8")

/** Returns the version of IP; 0 if the text is not an address, or is an address with a zone. */
const versionOf = (address: string): number => (address.includes("%") ? 0 : isIP(address))

export const isAddress = (host: string): boolean => versionOf(host) !== 0

/** Returns whether an address belongs to the public Internet. */
export const isPublic = (address: string): boolean => {
  const version = versionOf(address)
  if (version === 0) return false
  if (version === 4) return !special4.check(address)
  const groups = groupsOf(address)
  // A packet to such an IPv6 address goes to the IPv4 address in its last two groups.
  if (startsWith(groups, mapped) || startsWith(groups, nat64)) return !special4.check(ipv4Of(groups))
  return unicast6.check(address, "ipv6") && !special6.check(address, "ipv6")
}

export const isLoopback = (address: string): boolean => {
  const version = versionOf(address)
  if (version === 4) return loopback4.check(address)
  return version === 6 && startsWith(groupsOf(address), [0, 0, 0, 0, 0, 0, 0, 1])
}

/**
 * Returns the key under which requests of one address are counted. All IPv6 addresses of a /64 network have one key, because one caller can
 * usually use all of them. An IPv4 address that is mapped into IPv6 has the key of the IPv4 address.
 */
export const addressKey = (address: string): string => {
  const plain = address.replace(/%.*$/, "")
  if (versionOf(plain) !== 6) return plain
  const groups = groupsOf(plain)
  if (startsWith(groups, mapped)) return ipv4Of(groups)
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(":")}::/64`
}

/**
 * Returns the /56 and the /48 network of a key of `addressKey`. A provider often gives a customer such a network, with all its addresses.
 * The list is empty for the key of an IPv4 address.
 */
export const widerNetworks = (key: string): ReadonlyArray<string> => {
  const [, site, subnet] = /^(\w+:\w+:\w+):(\w+)::\/64$/.exec(key) ?? []
  if (site === undefined || subnet === undefined) return []
  const first = Number.parseInt(subnet, 16) & 0xff00
  return [`${site}:${first.toString(16)}::/56`, `${site}::/48`]
}

/** Removes the port that some proxies append to an address: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
export const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1")
