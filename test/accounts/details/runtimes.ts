// The tests of this folder that depend on the runtime. Node and Deno run them too.
import { addresses } from "./suite/addresses.ts"
import { fetching } from "./suite/fetch.ts"
import { hosts } from "./suite/hosts.ts"

addresses()
fetching()
hosts()
