import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

export const serve = command({
  name: "serve",
  summary: "Starts the service",
  about: "Reads all settings of docs/configuration.md from the environment. SIGTERM and SIGINT stop it.",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    port: setting("PORT", "port", "The port to listen on"),
    host: setting("HOST", "address", "The address to listen on"),
    "public-url": setting("PUBLIC_URL", "url", "The URL that callers use"),
    "smtp-url": setting("SMTP_URL", "url", "The SMTP server"),
    "log-format": setting("LOG_FORMAT", "pretty|json", "The format of the log"),
    "log-level": setting("LOG_LEVEL", "level", "The lowest level that is logged")
  },
  run: async ({ environment }) => {
    const { settingsOf } = await import("./database.ts")
    settingsOf(environment)
    const { pages } = await import("../pages.ts")
    const { listen } = await import("../platform.ts")
    const { start } = await import("../start.ts")
    await start(environment, { ...pages, listen })
    return exit.ok
  }
})
