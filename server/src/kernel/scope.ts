import type { Locale } from '@crewline/contract/accounts'
import { HOLDERS, type Permission, type Role } from '@crewline/contract/permissions'
import type { Standing } from '@crewline/contract/organizations'
import { sql, type RawBuilder } from 'kysely'
import type { Ring } from './bell.ts'
import { widened, type Db } from './db/pool.ts'
import { sideBySide } from './db/side-by-side.ts'
import type { FactKind } from './facts/define.ts'
import type { Kernel } from './kernel.ts'
import type { Log } from './log.ts'
import type { Seal } from './secrets/seal.ts'
import type { World } from './world.ts'

/** Who acts: a signed-in member, or the product itself. */
export type Actor =
  | {
      kind: 'member'
      personId: string
      memberId: string
      role: Role
      /** Whether the member sees everybody, or only the workers of some groups. */
      scope: 'all' | 'groups'
      sessionId: string
      firstname: string
      lastname: string
      /** The language they are spoken to: that of the request, else of their account. */
      locale: Locale
    }
  | { kind: 'system'; reason: string }

/** The language that answers and documents are written in for whoever acts; English for the product itself. */
export function languageOf({ actor }: { actor: Actor }): Locale {
  return actor.kind === 'member' ? actor.locale : 'en'
}

/** The organization as the gate found it. */
export interface OrgFacts {
  id: string
  country: string
  timezone: string
  standing: Standing
}

/** One organization, one actor, one moment: everything a use case may reach. */
export interface Scope {
  orgId: string
  org: OrgFacts
  actor: Actor
  /** Reads of this organization's rows, or of the share the actor sees, one round trip each. */
  db: Db
  world: World
  log: Log
  requestId: string
  /** Whether the actor sees only the workers of some groups; only for choosing a quicker way, the database sees to it. */
  isNarrow: boolean
  /** A keyed hash, as the seal makes it. */
  mark: Seal['mark']
  can(permission: Permission): boolean
  /** Runs work in one transaction with the pen; facts and audit entries commit with it or not at all. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** A transaction with the pen: the only place from which something can be told, rung or noted. */
export interface Tx {
  orgId: string
  org: OrgFacts
  actor: Actor
  db: Db
  world: World
  /** A keyed hash, as the seal makes it. */
  mark: Seal['mark']
  /** Runs upkeep that must not depend on who acts, on every row of the organization. */
  unscoped<T>(work: () => Promise<T>): Promise<T>
  /** Tells later rooms and every browser, once this transaction has committed. */
  publish<Payload extends object>(kind: FactKind<Payload>, payload: Payload): void
  /** Wakes followers after the commit. */
  ring(kind: Ring): void
  /** Notes who did what, in the same commit. */
  audit(action: string, target: string | null, detail?: Record<string, unknown>): void
}

interface Written {
  facts: { name: string; payload: object }[]
  rings: Set<Ring>
  audits: { action: string; target: string | null; detail: Record<string, unknown> }[]
}

/** Makes the scope of one actor in one organization. */
export function makeScope(kernel: Kernel, org: OrgFacts, actor: Actor, requestId: string): Scope {
  const can = (permission: Permission) => actor.kind === 'member' && HOLDERS[permission].includes(actor.role)
  const isNarrow = actor.kind === 'member' && actor.scope === 'groups'
  const mark: Seal['mark'] = (place, text) => kernel.seal.mark(place, text)
  const db = kernel.database.ofOrg(org.id, isNarrow ? actor.memberId : undefined)
  const log = kernel.log.child({ org: org.id, request: requestId })
  const tx = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const written: Written = { facts: [], rings: new Set(), audits: [] }
    let notes: Promise<unknown> = Promise.resolve()
    const committed = db.transaction().execute(async (begun) => {
      const { db: inner, send } = await sideBySide(begun)
      const pen: Tx = {
        orgId: org.id,
        org,
        actor,
        db: inner,
        world: kernel.world,
        mark,
        unscoped: (upkeep) => (isNarrow ? widened(inner, upkeep) : upkeep()),
        publish: (kind, payload) => {
          written.facts.push({ name: kind.name, payload })
          written.rings.add('facts')
        },
        ring: (kind) => written.rings.add(kind),
        audit: (action, target, detail = {}) => written.audits.push({ action, target, detail }),
      }
      const answer = await work(pen)
      // Facts and audit entries are on their way before the commit is asked for, and travel with it: where they fail there is
      // nothing left to commit.
      notes = Promise.all(notesOf(pen, written, requestId).map(send))
      notes.catch(() => {})
      return answer
    })
    const result = await committed.catch(async (error: unknown) => {
      await notes
      throw error
    })
    await notes
    for (const ring of written.rings) kernel.bell.ring(ring)
    return result
  }
  return { orgId: org.id, org, actor, db, world: kernel.world, log, requestId, isNarrow, mark, can, tx }
}

function notesOf(tx: Tx, written: Written, requestId: string): RawBuilder<unknown>[] {
  return [
    ...(written.facts.length > 0 ? [factsNoted(tx, written.facts)] : []),
    ...(written.audits.length > 0 ? [auditsNoted(tx, written.audits, requestId)] : []),
  ]
}

function factsNoted(tx: Tx, facts: Written['facts']): RawBuilder<unknown> {
  const names = facts.map((fact) => fact.name)
  const payloads = facts.map((fact) => JSON.stringify(fact.payload))
  return sql`
    insert into fact (org_id, name, payload, at)
    select ${tx.orgId}::uuid, name, payload, ${tx.world.now()}::timestamptz
    from unnest(${names}::text[], ${payloads}::jsonb[]) with ordinality t(name, payload, n) order by n`
}

function auditsNoted(tx: Tx, entries: Written['audits'], requestId: string): RawBuilder<unknown> {
  const actorId = tx.actor.kind === 'member' ? tx.actor.personId : null
  // What goes on in the background for a member belongs to no session.
  const sessionId = tx.actor.kind === 'member' ? tx.actor.sessionId || null : null
  return sql`
    insert into audit_entry (org_id, id, at, actor_id, session_id, action, target, detail, request_id)
    select ${tx.orgId}::uuid, id, ${tx.world.now()}::timestamptz, ${actorId}::uuid, ${sessionId}::uuid, action, target, detail, ${requestId}
    from unnest(
      ${entries.map(() => tx.world.id())}::uuid[], ${entries.map((entry) => entry.action)}::text[],
      ${entries.map((entry) => entry.target)}::text[], ${entries.map((entry) => JSON.stringify(entry.detail))}::jsonb[]
    ) with ordinality t(id, action, target, detail, n) order by n`
}
