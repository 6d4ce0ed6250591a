import type { Server as HttpServer } from 'node:http'
import { permissionsOf } from '@crewline/contract/permissions'
import { Server, type Socket } from 'socket.io'
import { sql } from 'kysely'
import { endOfLog, factsAfter, type Place } from '../facts/follow.ts'
import type { Fact } from '../facts/define.ts'
import { isPassing } from '../http/answer.ts'
import { hurry } from '../http/hurry.ts'
import { openSession } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { Room } from '../room.ts'
import { closeEnded } from './ended.ts'
import { listen, passWordsOn } from './hearing.ts'
import { inAppTeller } from './in-app.ts'
import type { Teller } from './live.ts'
import { recheckSockets, type Admitted } from './recheck.ts'
import { groupsSeen, sharedRoom, tellOrganizations, type Addressed } from './share.ts'
import { cutStalled } from './stalled.ts'
import { siblingRooms, tellSiblings, type SiblingTeller } from './siblings.ts'

/** Facts read in one step. */
const STEP = 500
/** How long a lost ring may delay an event, in ms. */
const POLL_MS = 1000

export interface Gateway extends Running {
  /** Closes every socket of a session, here and in every other process. */
  revoke(sessionId: string): void
}

/** Opens /ws and follows the fact log, so that sockets of this process hear what any process wrote. */
export async function openGateway(server: HttpServer, kernel: Kernel, rooms: readonly Room[]): Promise<Gateway> {
  const io = new Server(server, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 65_536,
    // Together the longest that a socket nobody reads is kept: half a minute.
    pingInterval: 15_000,
    pingTimeout: 15_000,
    perMessageDeflate: false,
    allowRequest: (request, decide) =>
      decide(null, sameOrigin(request.headers.origin, request.headers.host, kernel.config.publicUrl)),
  })
  const tellers = new Map<string, Teller[]>()
  for (const teller of [inAppTeller, ...rooms.flatMap((room) => room.tells ?? [])]) {
    tellers.set(teller.fact.name, [...(tellers.get(teller.fact.name) ?? []), teller])
  }
  const hearers = rooms.flatMap((room) => room.hears ?? [])

  io.use((socket, next) => {
    void admit(socket, kernel).then(
      () => next(),
      // A database that is busy says nothing about the session.
      (error: unknown) => next(new Error(isPassing(error) ? 'unavailable' : 'session_invalid')),
    )
  })
  io.on('connection', (socket) => {
    // The handshake request is kept by the engine for the life of the socket: 2 kB each that nobody reads again.
    ;(socket.conn as { request: unknown }).request = null
    listen(socket, hearers, kernel)
  })
  closeEnded(io, kernel)

  passWordsOn(io, kernel)

  const siblings = tellSiblings(io, kernel)
  const follower = await follow(io, kernel, { tellers, siblings })
  const recheck = recheckSockets(io, kernel)
  const stalled = cutStalled(io)
  return {
    revoke: (sessionId) => kernel.bell.whisper('session-revoked', sessionId),
    stop: async () => {
      await follower.stop()
      await siblings.stop()
      await recheck.stop()
      await stalled.stop()
      io.disconnectSockets(true)
      await hurry(server, () => io.close())
    },
  }
}

/** Browsers of other sites may not open a socket; programs without an Origin may, they bring the token. */
function sameOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined) return true
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
}

async function admit(socket: Socket, kernel: Kernel): Promise<void> {
  const given = socket.handshake.query['token']
  const token = typeof given === 'string' ? given : ''
  delete (socket.handshake.query as Record<string, unknown>)['token']
  const scope = await openSession(kernel, token, `ws-${socket.id}`)
  if (scope.actor.kind !== 'member') throw new Error('not a member')
  if (scope.org.standing !== 'active') throw new Error('past due')
  const admitted: Admitted = { scope, token, groups: await groupsSeen(scope) }
  Object.assign(socket.data as object, admitted)
  await socket.join([
    ...(await siblingRooms(kernel, scope)),
    `org:${scope.orgId}`,
    `org:${scope.orgId}:user:${scope.actor.personId}`,
    `session:${scope.actor.sessionId}`,
    ...(scope.actor.scope === 'groups'
      ? [sharedRoom(scope.orgId)]
      : permissionsOf(scope.actor.role).map((permission) => `org:${scope.orgId}:${permission}`)),
  ])
}

async function follow(
  io: Server,
  kernel: Kernel,
  { tellers, siblings }: { tellers: Map<string, Teller[]>; siblings: SiblingTeller },
): Promise<Running> {
  const system = kernel.database.asSystem('the gateway follows the facts of every organization that has sockets here')
  let place: Place = await endOfLog(system)
  let awake = true
  let stopped = false
  let wake: () => void = () => {}
  const woken = () => {
    awake = true
    wake()
  }
  const unhear = kernel.bell.hear('facts', woken)
  const poll = setInterval(woken, POLL_MS)

  const step = async (): Promise<boolean> => {
    const read = await factsAfter(system, place, STEP)
    await tellOrganizations(io, kernel, await tellAll(io, kernel, tellers, read.facts))
    siblings.notice(read.facts)
    place = read.place
    return read.facts.length === STEP
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      if (!awake) await new Promise<void>((resolve) => (wake = resolve))
      awake = false
      try {
        while (!stopped && (await step()));
      } catch (error) {
        if (!stopped) kernel.log.warn({ err: (error as Error).message }, 'gateway: could not read facts, trying again')
        await new Promise((resolve) => setTimeout(resolve, 500))
        awake = true
      }
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopped = true
      unhear()
      clearInterval(poll)
      woken()
      await running
    },
  }
}

async function tellAll(io: Server, kernel: Kernel, tellers: Map<string, Teller[]>, facts: Fact[]) {
  const told: Addressed[] = []
  for (const run of runsOf(facts)) {
    const interested = tellers.get(run.name)
    if (!interested || !io.sockets.adapter.rooms.has(`org:${run.orgId}`)) continue
    const db = kernel.database.ofOrg(run.orgId)
    const country = await countryOf(kernel, run.orgId)
    for (const teller of interested) {
      const events = await teller
        .tell({ orgId: run.orgId, country, db, kernel }, run.payloads)
        .catch((error: unknown) => {
          if (isPassing(error)) throw error
          // A teller that cannot read a fact must not keep every later one from every organization.
          kernel.log.error(
            { err: error, fact: run.name, org: run.orgId },
            'gateway: a fact could not be told and is left out',
          )
          return []
        })
      for (const one of events) told.push({ orgId: run.orgId, can: one.can ?? teller.can, one })
    }
  }
  return told
}

/** Neighbouring facts of one kind and organization are told together: one read for many. */
function runsOf(facts: Fact[]): { orgId: string; name: string; payloads: object[] }[] {
  const runs: { orgId: string; name: string; payloads: object[] }[] = []
  for (const fact of facts) {
    const last = runs.at(-1)
    if (last && last.orgId === fact.orgId && last.name === fact.name) last.payloads.push(fact.payload)
    else runs.push({ orgId: fact.orgId, name: fact.name, payloads: [fact.payload] })
  }
  return runs
}

const countries = new Map<string, string>()

async function countryOf(kernel: Kernel, orgId: string): Promise<string> {
  const known = countries.get(orgId)
  if (known) return known
  const found = await sql<{ country: string }>`select country from organization where id = ${orgId}`.execute(
    kernel.database.ofOrg(orgId),
  )
  const country = found.rows[0]?.country ?? 'US'
  if (countries.size > 10_000) countries.clear()
  countries.set(orgId, country)
  return country
}
