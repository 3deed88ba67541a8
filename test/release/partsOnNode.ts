import { onNode } from "../support/onNode.ts"

await onNode("parts of the server on Node", new URL("../server/node/parts.ts", import.meta.url))
