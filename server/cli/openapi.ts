import { command, exit } from "./Command.ts"

export const openapi = command({
  name: "openapi",
  summary: "Prints the OpenAPI document of the service",
  options: {},
  run: async ({ terminal }) => {
    const { openApi } = await import("../../lib/entries/http.ts")
    await terminal.out(JSON.stringify(openApi(), null, 2))
    return exit.ok
  }
})
