import { onNode } from "../support/onNode.ts"

await onNode("large answers on Node", new URL("../server/node/parts.ts", import.meta.url))
