import { onNode } from "../support/onNode.ts"

await onNode("SQLite on Node", new URL("node/sqlite.ts", import.meta.url))
