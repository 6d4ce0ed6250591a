import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { sql } from 'kysely'
import { endOfLog, readEventsAfter, type LogPosition } from '../events/read.ts'
import type { DomainEvent } from '../events/define.ts'
import { isPassing } from '../http/answer.ts'
import { closeWithDeadline } from '../http/close-server.ts'
import { isSameOrigin } from '../http/origin.ts'
import { openSession } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { ModuleDefinition } from '../module.ts'
import { runEvents } from '../runs/progress.ts'
import { announceSessionEnd, closeRevokedSockets, closeSocketsOfChangedMembers, viewerRooms } from './revoked.ts'
import { listen, relayClientEvents } from './client-events.ts'
import { inAppEvents } from './in-app.ts'
import type { SocketEventMapper } from './socket-events.ts'
import { dataRooms, followOrgStatus } from './org-status.ts'
import { recheckSockets, type Admitted } from './recheck.ts'
import { readVisibleGroups, emitToOrganizations, type AddressedEvent } from './scoped-events.ts'
import { cutStalled } from './stalled.ts'
import { siblingRooms, startSiblingNotifier, type SiblingNotifier } from './siblings.ts'

/** Events read in one step. */
const STEP = 500
/** How long a lost wake-up may delay an event, in ms. */
const POLL_MS = 1000

export interface Gateway extends Running {
  /** Closes every socket of a session, in all processes. */
  revoke(sessionId: string): void
}

/** Opens /ws and follows the event log, so that sockets of this process receive what any process wrote. */
export async function openGateway(
  server: HttpServer,
  kernel: Kernel,
  modules: readonly ModuleDefinition[],
): Promise<Gateway> {
  const io = new Server(server, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 65_536,
    // Together, a dead socket is kept for half a minute at most.
    pingInterval: 15_000,
    pingTimeout: 15_000,
    perMessageDeflate: false,
    allowRequest: (request, decide) => decide(null, isSameOrigin(request.headers, kernel.config.publicUrl)),
  })
  const mappers = new Map<string, SocketEventMapper[]>()
  const progress = runEvents(modules.flatMap((module) => module.durableRuns ?? []))
  for (const mapper of [inAppEvents, progress, ...modules.flatMap((module) => module.toSocketEvents ?? [])]) {
    mappers.set(mapper.event.name, [...(mappers.get(mapper.event.name) ?? []), mapper])
  }
  const handlers = modules.flatMap((module) => module.clientEvents ?? [])

  io.use((socket, next) => {
    void admit(socket, kernel).then(
      () => next(),
      // An unavailable database does not mean that the session is invalid.
      (error: unknown) => next(new Error(isPassing(error) ? 'unavailable' : 'session_invalid')),
    )
  })
  io.on('connection', (socket) => {
    // The engine would keep the handshake request for the life of the socket: 2 kB each that are never read again.
    ;(socket.conn as { request: unknown }).request = null
    // Typing, presence and the like are about a person.
    if (!isOfApiKey(socket)) listen(socket, handlers, kernel)
  })
  closeRevokedSockets(io, kernel)
  closeSocketsOfChangedMembers(io, kernel)
  followOrgStatus(io, kernel)

  relayClientEvents(io, kernel)

  const siblings = startSiblingNotifier(io, kernel)
  const follower = await follow(io, kernel, { mappers, siblings })
  const recheck = recheckSockets(io, kernel)
  const stalled = cutStalled(io)
  return {
    revoke: (sessionId) => announceSessionEnd(kernel, sessionId),
    stop: async () => {
      await follower.stop()
      await siblings.stop()
      await recheck.stop()
      await stalled.stop()
      io.disconnectSockets(true)
      await closeWithDeadline(server, () => io.close())
    },
  }
}

async function admit(socket: Socket, kernel: Kernel): Promise<void> {
  const value = socket.handshake.query['token']
  const token = typeof value === 'string' ? value : ''
  delete (socket.handshake.query as Record<string, unknown>)['token']
  const scope = await openSession(kernel, token, `ws-${socket.id}`)
  if (scope.actor.kind !== 'member') throw new Error('not a member')
  if (scope.actor.needsSecondStep) throw new Error('second step needed')
  const admitted: Admitted = { scope, token, groups: await readVisibleGroups(scope) }
  Object.assign(socket.data as object, admitted)
  await socket.join([
    ...(await siblingRooms(kernel, scope)),
    `org:${scope.orgId}`,
    `session:${scope.actor.sessionId}`,
    ...viewerRooms(scope),
    // A blocked organization is only told when it may work again.
    ...(scope.org.status === 'active' ? dataRooms(scope) : []),
  ])
}

function isOfApiKey(socket: Socket): boolean {
  const { actor } = (socket.data as Admitted).scope
  return actor.kind === 'member' && actor.apiKey !== undefined
}

async function follow(
  io: Server,
  kernel: Kernel,
  { mappers, siblings }: { mappers: Map<string, SocketEventMapper[]>; siblings: SiblingNotifier },
): Promise<Running> {
  const system = kernel.database.asSystem('the gateway follows the events of every organization that has sockets here')
  let position: LogPosition = await endOfLog(system)
  let isAwake = true
  let stopped = false
  let wake: () => void = () => {}
  const wakeLoop = () => {
    isAwake = true
    wake()
  }
  const unsubscribe = kernel.signals.onWakeUp('events', wakeLoop)
  const poll = setInterval(wakeLoop, POLL_MS)

  const step = async (): Promise<boolean> => {
    const read = await readEventsAfter(system, position, STEP)
    await emitToOrganizations(io, kernel, await mapEvents(io, kernel, mappers, read.events))
    siblings.notice(read.events)
    position = read.position
    return read.events.length === STEP
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      if (!isAwake) await new Promise<void>((resolve) => (wake = resolve))
      isAwake = false
      try {
        while (!stopped && (await step()));
      } catch (error) {
        if (!stopped)
          kernel.log.warn({ err: (error as Error).message }, 'gateway: events could not be read, trying again')
        await new Promise((resolve) => setTimeout(resolve, 500))
        isAwake = true
      }
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopped = true
      unsubscribe()
      clearInterval(poll)
      wakeLoop()
      await running
    },
  }
}

async function mapEvents(io: Server, kernel: Kernel, mappers: Map<string, SocketEventMapper[]>, log: DomainEvent[]) {
  const addressed: AddressedEvent[] = []
  for (const run of runsOf(log)) {
    const interested = mappers.get(run.name)
    if (!interested || !io.sockets.adapter.rooms.has(`org:${run.orgId}`)) continue
    const db = kernel.database.ofOrg(run.orgId)
    const country = await countryOf(kernel, run.orgId)
    for (const mapper of interested) {
      const events = await mapper
        .map({ orgId: run.orgId, country, db, kernel }, run.payloads)
        .catch((error: unknown) => {
          if (isPassing(error)) throw error
          // A mapper that fails on one event must not block later events of every organization.
          kernel.log.error(
            { err: error, event: run.name, org: run.orgId },
            'gateway: an event could not be mapped and was skipped',
          )
          return []
        })
      for (const event of events) addressed.push({ orgId: run.orgId, can: event.can ?? mapper.can, event })
    }
  }
  return addressed
}

/** Groups adjacent events of one kind and organization into one run: one read for many. */
function runsOf(events: DomainEvent[]): { orgId: string; name: string; payloads: object[] }[] {
  const runs: { orgId: string; name: string; payloads: object[] }[] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last && last.orgId === event.orgId && last.name === event.name) last.payloads.push(event.payload)
    else runs.push({ orgId: event.orgId, name: event.name, payloads: [event.payload] })
  }
  return runs
}

const countries = new Map<string, string>()

async function countryOf(kernel: Kernel, orgId: string): Promise<string> {
  const cached = countries.get(orgId)
  if (cached) return cached
  const result = await sql<{ country: string }>`select country from organization where id = ${orgId}`.execute(
    kernel.database.ofOrg(orgId),
  )
  const country = result.rows[0]?.country ?? 'US'
  if (countries.size > 10_000) countries.clear()
  countries.set(orgId, country)
  return country
}
