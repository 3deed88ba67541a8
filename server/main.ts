// The service: `bun run server/main.ts`, and the same on Deno and Node.
import { pages } from "./pages.ts"
import { listen } from "./platform.ts"
import { start } from "./start.ts"

void start(process.env, { ...pages, listen })
