import { addresses } from "./suite/addresses.ts"

addresses()
