/** What the process does at named points. */
export type Failpoint = (name: string) => Promise<void>

const nothing: Failpoint = async () => {}

/** Reads a plan such as `name:kill;other:pause(500)`, which only fault tests give; without one every point does nothing. */
export function makeFailpoint(plan: string): Failpoint {
  const actions = new Map(
    plan.split(';').flatMap((part) => {
      const [name, action] = part.split(':')
      return name && action ? [[name, action] as const] : []
    }),
  )
  if (actions.size === 0) return nothing
  return async (name) => {
    const action = actions.get(name)
    if (action === 'kill') process.kill(process.pid, 'SIGKILL')
    const pause = /^pause\((\d+)\)$/.exec(action ?? '')
    if (pause) await new Promise((resolve) => setTimeout(resolve, Number(pause[1])))
  }
}
