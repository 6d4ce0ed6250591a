import type { Server, Socket } from 'socket.io'
import { Failure } from '../failure.ts'
import { viewingOf } from '../scope.ts'
import type { Kernel } from '../kernel.ts'
import { VOLATILE, type ClientEventHandler, type SocketEvent } from './socket-events.ts'
import type { Admitted } from './recheck.ts'
import { emitToOrganizations, type AddressedEvent } from './scoped-events.ts'

/** Events one socket may send per second. */
const EVENTS_PER_SECOND = 20

/** An event from one socket to its organization; `from` is the socket to skip, or null. */
interface RelayedEvent {
  event: AddressedEvent
  from: string | null
}

/** Forwards events that sockets of any process send to their organization to the sockets of this process. */
export function relayClientEvents(io: Server, kernel: Kernel): void {
  kernel.signals.onBroadcast('told', (text) => {
    const { event, from } = JSON.parse(text) as RelayedEvent
    emitToOrganizations(io, kernel, [event], from ?? undefined).catch((error: unknown) =>
      kernel.log.warn({ err: (error as Error).message }, 'gateway: an event could not be relayed'),
    )
  })
}

/** Handles the events of a browser and sends the results to their recipients. */
export function listen(socket: Socket, handlers: ClientEventHandler[], kernel: Kernel): void {
  const { scope } = socket.data as Admitted
  let second = 0
  let count = 0
  for (const handler of handlers) {
    // Who only views is not seen by others: no typing, no presence.
    if (handler.others && viewingOf(scope)) continue
    socket.on(handler.event, (data: unknown) => {
      const now = Math.floor(scope.world.monotonicMs() / 1000)
      count = now === second ? count + 1 : 1
      second = now
      // What a blocked organization asks for waits until it has paid.
      if (count > EVENTS_PER_SECOND || scope.org.status !== 'active') return
      passOn(socket, kernel, handler, handler.handle(scope, data, kernel))
    })
    if (handler.onDisconnect)
      socket.on('disconnect', () =>
        passOn(socket, kernel, handler, handler.onDisconnect?.(scope, kernel) ?? Promise.resolve([])),
      )
  }
}

function passOn(socket: Socket, kernel: Kernel, handler: ClientEventHandler, result: Promise<SocketEvent[]>): void {
  const { scope } = socket.data as Admitted
  result
    .then((events) => {
      for (const event of events) {
        if (handler.others) {
          const from = handler.echoes ? null : socket.id
          broadcast(kernel, { event: { orgId: scope.orgId, can: handler.others, event }, from })
        } else (VOLATILE.has(event.event) ? socket.volatile : socket).emit(event.event, event.data)
      }
    })
    .catch((error: unknown) => {
      const level = error instanceof Failure ? 'debug' : 'error'
      scope.log[level]({ err: error, event: handler.event }, 'gateway: a client event failed')
    })
}

function broadcast(kernel: Kernel, relayed: RelayedEvent): void {
  kernel.signals.broadcast('told', JSON.stringify(relayed))
}
