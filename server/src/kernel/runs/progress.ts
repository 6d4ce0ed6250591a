import { defineEvent } from '../events/define.ts'
import { mapToSocketEvents, type SocketEvent, type SocketEventMapper } from '../realtime/socket-events.ts'
import type { RunDefinition } from './define.ts'

/** A run started, did a step, or ended; handlers read how far it is. */
export const RunUpdated = defineEvent<{ run: string; id: string; userId: string | null }>('run.updated')

/** Maps the progress of runs to socket events for those who may watch each run, at most one per run and read. */
export function runEvents(definitions: readonly RunDefinition[]): SocketEventMapper {
  const watchersOf = new Map(definitions.map((definition) => [definition.name, definition.watchers]))
  return mapToSocketEvents(RunUpdated, 'team.read', async (_view, payloads) => {
    const latest = new Map(payloads.map((payload) => [`${payload.run}|${payload.id}`, payload]))
    return [...latest.values()].flatMap(({ run, id, userId }): SocketEvent[] => {
      const updated = { event: 'run-updated' as const, data: { kind: run, id } }
      const can = watchersOf.get(run)
      if (can) return [{ ...updated, can }]
      return userId === null ? [] : [{ ...updated, userId }]
    })
  })
}
