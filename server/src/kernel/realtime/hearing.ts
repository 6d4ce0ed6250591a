import type { Server, Socket } from 'socket.io'
import { Failure } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import { VOLATILE, type Hearer, type Told } from './live.ts'
import type { Admitted } from './recheck.ts'
import { tellOrganizations, type Addressed } from './share.ts'

/** Events one socket may send per second. */
const EVENTS_PER_SECOND = 20

/** What one socket says to its organization; `from` is the one that does not hear it, null when all do. */
interface Whispered {
  told: Addressed
  from: string | null
}

/** Passes on what sockets of any process say to their organization, to the sockets of this one. */
export function passWordsOn(io: Server, kernel: Kernel): void {
  kernel.bell.hearWhisper('told', (word) => {
    const { told, from } = JSON.parse(word) as Whispered
    tellOrganizations(io, kernel, [told], from ?? undefined).catch((error: unknown) =>
      kernel.log.warn({ err: (error as Error).message }, 'gateway: could not pass a word on'),
    )
  })
}

/** Hears what a browser sends, and tells what comes of it to whoever it is for. */
export function listen(socket: Socket, hearers: Hearer[], kernel: Kernel): void {
  const { scope } = socket.data as Admitted
  let second = 0
  let count = 0
  for (const hearer of hearers) {
    socket.on(hearer.event, (data: unknown) => {
      const now = Math.floor(scope.world.monotonicMs() / 1000)
      count = now === second ? count + 1 : 1
      second = now
      if (count > EVENTS_PER_SECOND) return
      passOn(socket, kernel, hearer, hearer.hear(scope, data, kernel))
    })
    if (hearer.left)
      socket.on('disconnect', () => passOn(socket, kernel, hearer, hearer.left?.(scope, kernel) ?? Promise.resolve([])))
  }
}

function passOn(socket: Socket, kernel: Kernel, hearer: Hearer, said: Promise<Told[]>): void {
  const { scope } = socket.data as Admitted
  said
    .then((told) => {
      for (const one of told) {
        if (hearer.others) {
          const from = hearer.echoes ? null : socket.id
          whisper(kernel, { told: { orgId: scope.orgId, can: hearer.others, one }, from })
        } else (VOLATILE.has(one.event) ? socket.volatile : socket).emit(one.event, one.data)
      }
    })
    .catch((error: unknown) => {
      const level = error instanceof Failure ? 'debug' : 'error'
      scope.log[level]({ err: error, event: hearer.event }, 'a socket event failed')
    })
}

function whisper(kernel: Kernel, whispered: Whispered): void {
  kernel.bell.whisper('told', JSON.stringify(whispered))
}
