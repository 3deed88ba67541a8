import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

export const serve = command({
  name: "serve",
  summary: "Starts the service",
  about: "Takes every setting of docs/configuration.md from the environment. SIGTERM and SIGINT stop it.",
  options: {
    database: setting("DATABASE_URL", "url", "The database"),
    port: setting("PORT", "port", "The port to listen on"),
    host: setting("HOST", "address", "The address to listen on"),
    "public-url": setting("PUBLIC_URL", "url", "The address that callers use"),
    "smtp-url": setting("SMTP_URL", "url", "Where mails are sent"),
    "log-format": setting("LOG_FORMAT", "pretty|json", "The form of the log"),
    "log-level": setting("LOG_LEVEL", "level", "What is logged")
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
