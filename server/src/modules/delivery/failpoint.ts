/** Action at a named point of the process. */
export type Failpoint = (name: string) => Promise<void>

const nothing: Failpoint = async () => {}

/**
 * Parses a plan such as `name:kill;other:pause(500)`. Used only by fault tests; without a plan every point does
 * nothing.
 */
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
