// Runs the service through a day in a shop, and returns an example of success and one of failure of every operation.
import { boards, coins } from "./coins.ts"
import { events, webhooks } from "./events.ts"
import { keys, leaving, onboarding, testSide } from "./partners.ts"
import { activities, awards, members, rules } from "./rules.ts"
import { inScene } from "./scene.ts"
import { signIn, signUp } from "./users.ts"

export const recordExamples = () =>
  inScene(async (scene) => {
    await onboarding(scene)
    await keys(scene)
    await members(scene)
    // Events are written from the first request on.
    await scene.send(scene.read("/laas/events"))
    await rules(scene)
    await awards(scene)
    await activities(scene)
    await coins(scene)
    await boards(scene)
    await webhooks(scene)
    await events(scene)
    await signUp(scene)
    await signIn(scene)
    await testSide(scene)
    await leaving(scene)
  })
