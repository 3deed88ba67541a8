// Prints what is wrong with a Dockerfile.
import { readFileSync } from "node:fs"
import { validate } from "dockerfile-utils"

console.log(JSON.stringify(validate(readFileSync(process.argv[2], "utf8"))))
