import type { Finding } from "./Finding.ts"

const least = { node: [22, 13], bun: [1, 2], deno: [2, 2] } as const

const isAtLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [a = 0, b = 0] = version.split(".").map(Number)
  return a > major || (a === major && b >= minor)
}

/** Bun and Deno tell a version of Node, too. */
export const checkRuntime = (versions: NodeJS.ProcessVersions = process.versions): Finding => {
  const name = versions.bun !== undefined ? "bun" : versions.deno !== undefined ? "deno" : "node"
  const version = versions[name] ?? ""
  const needed = least[name]
  const fits = isAtLeast(version, needed)
  const detail = `${name} ${version} on ${process.platform} ${process.arch}`
  return {
    about: "runtime",
    state: fits ? "ok" : "fault",
    detail: fits ? detail : `${detail}: use ${name} ${needed.join(".")} or later`
  }
}
