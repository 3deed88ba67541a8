// Where the examples happen: a service whose clock stands still, a partner's shop, and one of its users.

import { type Call, get, patch, post, remove, tokenIn, withBearer } from "../../support/calls.ts"
import { newWatch, openWorld, type Watch, type World } from "../../support/world.ts"
import { type Receiver, startReceiver } from "../../webhooks/receiver.ts"
import { type Recorder, recorder } from "./record.ts"

export const eco = "demo"
export const partnerPassword = "Sesame-123"
export const userPassword = "correct horse"

export const partner = {
  applicationName: "Corner Shop",
  partnerName: "Corner Shop Ltd",
  email: "ops@shop.example",
  password: partnerPassword,
  confirmPassword: partnerPassword,
  redirectUrl: "https://shop.example/return",
  userDetailsUrl: "https://shop.example/users"
}

export const user = {
  email: "ada@example.org",
  fullname: "Ada Lovelace",
  password: userPassword,
  confirmPassword: userPassword,
  phone: "801 234 5678",
  tag: "ada",
  isAdult: true,
  dateOfBirth: "1990-12-31",
  countryCode: "+234"
}

export interface Scene extends World {
  readonly take: Recorder["take"]
  readonly watch: Watch
  readonly receiver: Receiver
  /** The tokens of the partner's login, and of an API key that may only read. */
  login: string
  readingKey: string
  clientId: string
  /** Calls with the token of the login. */
  readonly read: (path: string) => Call
  readonly write: (path: string, body?: object) => Call
  readonly change: (path: string, body: object) => Call
  readonly erase: (path: string) => Call
  /** Logs the partner in again, when its sessions have ended. */
  readonly logInAgain: () => Promise<void>
}

/** Opens the scene, runs the script, closes everything, and returns what was recorded. */
export const inScene = async (script: (scene: Scene) => Promise<void>) => {
  const watch = newWatch("2026-03-02T09:00:00.000Z")
  const world = await openWorld("sqlite::memory:", {
    watch,
    http: { publicUrl: "https://rewards.example", address: () => "203.0.113.7" },
    accounts: { webhookSender: { poll: "50 millis" } }
  })
  const receiver = await startReceiver()
  const { examples, take } = recorder((call) => {
    // A second apart, so that lists have an order that a reader can see.
    watch.now += 1000
    return world.send(call)
  })
  const scene: Scene = {
    ...world,
    take,
    watch,
    receiver,
    login: "",
    readingKey: "",
    clientId: "",
    read: (path) => withBearer(get(path), scene.login),
    write: (path, body) => withBearer(post(path, body), scene.login),
    change: (path, body) => withBearer(patch(path, body), scene.login),
    erase: (path) => withBearer(remove(path), scene.login),
    logInAgain: async () => {
      const { email, password } = partner
      scene.login = tokenIn((await world.send(post(`/${eco}/partners/login`, { email, password }))).body)
    }
  }
  try {
    await script(scene)
    return examples()
  } finally {
    await world.close()
    await receiver.close()
  }
}
