import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** A PostgreSQL that is started again whenever it ends before `stop` is called. */
export interface Supervisor {
  stop(): Promise<void>
}

/**
 * Restarts PostgreSQL when it ends on its own: at once the first time, then with growing pauses until it accepts
 * connections. `alert` receives one line per crash, per failed attempt and per recovery.
 */
export function supervise(
  first: Postmaster,
  startAgain: () => Promise<Postmaster>,
  alert: (line: string) => void,
): Supervisor {
  const stopRequest = new AbortController()
  const isStopping = (): boolean => stopRequest.signal.aborted
  let current: Postmaster | undefined = first

  const restart = async (): Promise<Postmaster | undefined> => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping(); pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await startAgain()
      } catch (error) {
        alert(`The database could not be restarted, trying again in ${pauseMs} ms: ${(error as Error).message}`)
        await sleep(pauseMs, undefined, { signal: stopRequest.signal, ref: false }).catch(() => {})
      }
    }
    return undefined
  }

  const watch = async (): Promise<void> => {
    while (current) {
      await current.ended
      if (isStopping()) return
      alert('The database ended unexpectedly and is restarted.')
      current = await restart()
      if (current) alert('The database accepts connections again.')
      if (isStopping()) return
    }
  }
  const watching = watch()

  return {
    stop: async () => {
      stopRequest.abort()
      await current?.stop()
      // A restart that was in progress brings up one more PostgreSQL.
      await watching
      await current?.stop()
    },
  }
}
