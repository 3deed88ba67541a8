import "./node/parts.ts"
