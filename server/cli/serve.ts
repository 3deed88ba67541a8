import { command, exit } from "./Command.ts"
import { settingsOf } from "./database.ts"
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
    "log-format": setting("LOG_FORMAT", "pretty|json", "The form of the log")
  },
  run: async ({ environment }) => {
    settingsOf(environment)
    // The service reads its settings from the environment of its process.
    Object.assign(process.env, environment)
    await import("../main.ts")
    return exit.ok
  }
})
