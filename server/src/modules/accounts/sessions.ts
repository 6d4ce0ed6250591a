import type { SignedIn } from '@crewline/contract/accounts'
import { createHmac } from 'node:crypto'
import type { From } from '../../kernel/http/serve.ts'
import type { SessionFacts, Stage } from '../../kernel/http/session-gate.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail, unlinked } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf, type Membership } from '../team/index.ts'
import { changeLetter } from './letters.ts'
import { deviceOf, networkOf } from './places.ts'
import { pushForgetter } from './plugs.ts'
import { registrationByToken } from './store/registrations.ts'
import {
  addSession,
  beginGrace,
  isStanding,
  knownPlace,
  noteUse,
  revokeSessions,
  signInOf,
  type Ending,
} from './store/sessions.ts'
import { secretByToken } from './store/secrets.ts'
import { holdAsRead, type Person } from './store/people.ts'
import { sessionByToken, userOf } from './views.ts'

/** How often the last use of a session is noted, in ms; oftener would make every read a write. */
const NOTE_EVERY_MS = 5 * 60_000

/** Who a token belongs to and where; undefined when token, person, membership or organization is dead. */
export async function readSession(kernel: Kernel, token: string): Promise<SessionFacts | undefined> {
  const system = kernel.database.asSystem('a token says which organization it belongs to')
  const now = kernel.world.now()
  const found = await sessionByToken(system, tokenHash(token), now)
  if (!found) return undefined
  const { lastSeenAt, beforeId, ...facts } = found
  if (beforeId) await beginGrace(system, facts.sessionId, beforeId, now)
  if (now.getTime() - lastSeenAt.getTime() > NOTE_EVERY_MS) await noteUse(system, facts.sessionId, now)
  return facts
}

/** Which step on the way to a session a token stands for. */
export async function readStage(kernel: Kernel, token: string): Promise<Stage | undefined> {
  const system = kernel.database.asSystem('steps before a session belong to no organization')
  const now = kernel.world.now()
  const hash = tokenHash(token)
  const registration = await registrationByToken(system, hash, now)
  if (registration) return { kind: 'applicant', registrationId: registration.id }
  const secret = await secretByToken(system, { tokenHash: hash, purpose: 'mfa', now })
  return secret ? { kind: 'second_step', secretId: secret.id, personId: secret.personId } : undefined
}

/** Where and how a session opens. */
export interface Opening {
  from: From
  requestId: string
  /** The organization asked for; the first one when unset or not one of theirs. */
  organizationId?: string | undefined
  /** The session it follows, which must not have been ended meanwhile. */
  after?: string
  /** When the person last proved who they are; just now when unset. */
  provedAt?: Date | null
  /** Not told by mail when a device is new: somebody who just began has no other. */
  isQuiet?: boolean
  /** What the audit log calls it. */
  action?: string
}

type Opened = Omit<SignedIn, 'status'>

/**
 * Opens a session for a person and answers what every log-in answers; undefined when the person belongs nowhere any more,
 * or when password, second step or the session before changed since `person` was read: a log-in with yesterday's
 * password that is still under way must not outlive the reset. A device or network not seen before is told by mail.
 */
export async function openFor(
  kernel: Kernel,
  system: Db,
  person: Person,
  opening: Opening,
): Promise<Opened | undefined> {
  const memberships = await membershipsOf(system, person.id)
  const here = memberships.find((one) => one.organizationId === opening.organizationId) ?? memberships[0]
  if (!here) return undefined
  const token = makeToken(kernel.world)
  const id = kernel.world.id()
  const now = kernel.world.now()
  const place = { address: networkOf(opening.from.address), userAgent: opening.from.userAgent }
  const tooMany = await system.transaction().execute(async (db) => {
    if (!(await holdAsRead(db, person))) return undefined
    if (opening.after && !(await isStanding(db, opening.after))) return undefined
    const ended = await addSession(db, {
      id,
      tokenHash: tokenHash(token),
      personId: person.id,
      organizationId: here.organizationId,
      now,
      ...place,
      provedAt: opening.provedAt === undefined ? now : opening.provedAt,
      beforeId: opening.after,
    })
    // A session that ends because there are too many takes the push messages of its browser along, like any other that ends.
    for (const one of ended) await pushForgetter.get()(db, person.id, await signInOf(db, one))
    return ended
  })
  if (!tooMany) return undefined
  for (const ended of tooMany) kernel.bell.whisper('session-revoked', ended)
  if (!opening.isQuiet) await tellNewPlace(kernel, system, person, { ...place, except: id })
  const view = await organizationOf(system, here.organizationId)
  const scope = makeScope(
    kernel,
    view.organization,
    {
      kind: 'member',
      personId: person.id,
      sessionId: id,
      firstname: person.firstname,
      lastname: person.lastname,
      locale: person.locale,
      ...here,
    },
    opening.requestId,
  )
  await scope.tx(async (tx) =>
    tx.audit(opening.action ?? 'session.opened', id, { device: deviceOf(place.userAgent), network: place.address }),
  )
  return {
    token,
    user: await userOf(system, person, here),
    intercomHash: intercomHash(kernel, person.id),
    organizations: memberships.map(belonging),
    ...view,
    // Only who may say it is asked.
    needInfo: view.needInfo && here.role === 'owner',
  }
}

/** A membership as the client's session lists it. */
export function belonging(one: Membership) {
  return { id: one.organizationId, name: one.name, parentOrganizationId: one.parentOrganizationId, role: one.role }
}

/** Proves to the chat support which person asks; null where there is none. */
export function intercomHash(kernel: Kernel, personId: string): string | null {
  const { intercomSecret } = kernel.config
  return intercomSecret ? createHmac('sha256', intercomSecret).update(personId).digest('hex') : null
}

async function tellNewPlace(
  kernel: Kernel,
  system: Db,
  person: Person,
  place: { address: string; userAgent: string; except: string },
): Promise<void> {
  const { before, here } = await knownPlace(system, { personId: person.id, ...place })
  if (!before || here) return
  await tellChange(kernel, system, person, { change: 'signed_in', ...place })
}

/** Mails a person what changed about how they log in. */
export async function tellChange(
  kernel: Kernel,
  system: Db,
  person: Person,
  what: { change: Parameters<typeof changeLetter>[1]; address: string; userAgent: string },
): Promise<void> {
  const where = `${unlinked(deviceOf(what.userAgent))}, ${networkOf(what.address)}`
  const url = `${kernel.config.publicUrl}/auth/forgot-password`
  await queueMail(kernel, system, changeLetter(person, what.change, { where, url }))
}

/** Notes what a mailed link changed about a person, in every organization they belong to: no session says which is meant. */
export async function noteEverywhere(
  kernel: Kernel,
  person: Person,
  { action, requestId }: { action: string; requestId: string },
): Promise<void> {
  const system = kernel.database.asSystem('a mailed link belongs to no organization')
  for (const { organizationId } of await membershipsOf(system, person.id)) {
    const { organization } = await organizationOf(system, organizationId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a mailed link was opened' }, requestId)
    await scope.tx(async (tx) => tx.audit(action, person.id))
  }
}

/** Ends sessions: their tokens open nothing any more, and their sockets close in every process. Answers how many. */
export async function endSessions(kernel: Kernel, system: Db, ending: Ending): Promise<number> {
  const ended = await system.transaction().execute((db) => revokeSessions(db, ending))
  for (const id of ended) kernel.bell.whisper('session-revoked', id)
  return ended.length
}
