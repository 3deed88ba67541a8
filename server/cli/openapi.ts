import { openApi } from "../../lib/http.ts"
import { command, exit } from "./Command.ts"

export const openapi = command({
  name: "openapi",
  summary: "Prints the OpenAPI document of the service",
  options: {},
  run: async ({ terminal }) => {
    await terminal.out(JSON.stringify(openApi(), null, 2))
    return exit.ok
  }
})
