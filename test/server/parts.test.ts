import { onNode } from "../support/onNode.ts"
import "./node/parts.ts"

await onNode("large answers on Node", new URL("node/parts.ts", import.meta.url))
