// Prints what publint says about a tarball.
import { readFileSync } from "node:fs"
import { publint } from "publint"

const bytes = readFileSync(process.argv[2])
const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
const { messages } = await publint({ pack: { tarball }, strict: true })
console.log(JSON.stringify(messages.map(({ code }) => code)))
