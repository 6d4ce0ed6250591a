import type { BodyOf } from '@crewline/contract/endpoint'
import type { handOverHoldings, HeldKind } from '@crewline/contract/holdings'
import { permissionsHeld } from '@crewline/contract/permissions'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { countHeld, listHeld, memberHoldingsOfModules, type MemberHoldings } from '../../kernel/member-holdings.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { TeamChanged } from './events.ts'
import {
  activeReach,
  leaverById,
  listFormer,
  listHandovers,
  lockSuccessor,
  reachOf,
  type Leaver,
  type Reach,
} from './leaver-views.ts'
import { workLeft, type LeftWork } from './left-work.ts'
import { memberOf } from './service.ts'
import { addHandovers, type NewHandover } from './store/handovers.ts'

/** Names shown of each kind. */
const NAMES_MAX = 20
/** Things recorded one by one; the rest of a kind is one line with their number. */
const RECORDED_MAX = 100

function asLeaver({ status: _status, leftAt, ...leaver }: Leaver) {
  return { ...leaver, leftAt: leftAt?.toISOString() ?? null }
}

/** Lists former members with how many things each still holds. */
export async function listFormerMembers(scope: Scope) {
  const former = await listFormer(scope.db, scope.orgId)
  return { data: former.map(({ held, ...leaver }) => ({ ...asLeaver(leaver), held })) }
}

/**
 * Returns what a member or a former one holds, and what became of the rest. Names of a kind are shown to those who could take
 * it over. Fails with `not_found` for anyone else, also as `toUserId`, the member who would take over.
 */
export async function readHoldings(
  scope: Scope,
  { memberId, toUserId }: { memberId: string; toUserId?: string | undefined },
) {
  const leaver = (await leaverById(scope.db, memberId)) ?? fail('not_found')
  const { userId } = leaver
  const [left, handovers] = await Promise.all([
    whatIsLeft(scope, { db: scope.db, userId, toUserId, isOwnDecision: false }),
    listHandovers(scope.db, userId),
  ])
  const hidden = new Set<string>(
    memberHoldingsOfModules()
      .filter(({ needs }) => !scope.can(needs))
      .map(({ kind }) => kind),
  )
  return {
    member: asLeaver(leaver),
    ...left,
    handovers: handovers.map((line) => ({
      ...line,
      name: hidden.has(line.kind) ? null : line.name,
      at: line.at.toISOString(),
    })),
  }
}

/**
 * Returns what the acting member would leave behind. Fails with `not_found` for a `toUserId` who is no other active member.
 */
export function readOwnHoldings(scope: Scope, { toUserId }: { toUserId?: string | undefined }) {
  const { userId } = memberOf(scope)
  if (toUserId === userId) return fail('not_found')
  // A member limited to some groups may have made what is about other people too.
  return scope.tx((tx) => tx.unscoped(() => whatIsLeft(scope, { db: tx.db, userId, toUserId, isOwnDecision: true })))
}

/** Counts what a user leaves behind, and says of each kind what would happen to it. */
async function whatIsLeft(
  scope: Scope,
  {
    db,
    userId,
    toUserId,
    isOwnDecision,
  }: { db: Db; userId: string; toUserId: string | undefined; isOwnDecision: boolean },
) {
  const user = { orgId: scope.orgId, userId }
  const successor = toUserId === undefined ? undefined : ((await activeReach(db, toUserId)) ?? fail('not_found'))
  const allowed = successor && new Set(permissionsHeld(successor))
  const canGoOn = successor !== undefined && !isOwnDecision && seeTheSame(await reachOf(db, userId), successor)
  const work = await workLeft(db, { userId, toUserId: toUserId ?? null })
  const held = []
  for (const holdings of memberHoldingsOfModules())
    held.push({
      kind: holdings.kind,
      count: await countHeld(db, holdings, user),
      names: scope.can(holdings.needs)
        ? (await listHeld(db, holdings, { ...user, most: NAMES_MAX })).map(({ name }) => name)
        : [],
      canHandOver: holdings.handOver !== undefined,
      without: holdings.without,
      taken: !allowed || !holdings.handOver ? null : takenBy(holdings, { allowed, canGoOn }),
    })
  return { ...work, held: held.filter(({ count }) => count > 0) }
}

/** What would happen to a kind with a successor. */
function takenBy(
  { needs, without }: MemberHoldings,
  { allowed, canGoOn }: { allowed: Set<string>; canGoOn: boolean },
): 'skipped' | 'waits' | 'goes_on' {
  if (!allowed.has(needs)) return 'skipped'
  return without === 'stops' && !canGoOn ? 'waits' : 'goes_on'
}

/** What is decided about a member who leaves. */
export interface Leaving {
  userId: string
  work: LeftWork
  toUserId: string | null
  /** How many waiting texts were canceled. */
  canceled: number
  apiKeys: 'keep' | 'revoke'
  /** Whether the member leaves by themselves, so that the successor has not been asked. */
  isOwnDecision: boolean
}

/** What became of what a member held. */
export interface Settled {
  /** Sessions to announce as ended after the commit. */
  revokedIds: string[]
  /** The names of what was revoked, up to 100 of each kind. */
  revoked: string[]
  given: HeldKind[]
  /** What the successor may not take over. */
  skipped: HeldKind[]
}

/**
 * Hands over or stops what a member holds who leaves, and records it with what was decided about conversations and texts,
 * in the transaction that ends the membership.
 */
export function settleHoldings(tx: Tx, leaving: Leaving): Promise<Settled> {
  // A member limited to some groups may leave, and what they made is the organization's.
  return tx.unscoped(() => settle(tx, leaving))
}

async function settle(tx: Tx, leaving: Leaving): Promise<Settled> {
  const { userId, work, toUserId, canceled, apiKeys, isOwnDecision } = leaving
  const revokedIds: string[] = []
  const lines: NewHandover[] = []
  for (const holdings of memberHoldingsOfModules()) {
    if (apiKeys !== 'revoke' || !holdings.revoke) continue
    lines.push(...(await linesOf(tx, holdings, { userId, outcome: 'revoked' })))
    revokedIds.push(...(await holdings.revoke(tx, userId)))
  }
  const revoked = lines.flatMap(({ name }) => name ?? [])
  const unassigned = toUserId === null ? work.conversations : Math.min(work.hidden, work.conversations)
  if (work.conversations > unassigned)
    lines.push({ kind: 'conversations', count: work.conversations - unassigned, outcome: 'handed_over', toUserId })
  if (unassigned > 0) lines.push({ kind: 'conversations', count: unassigned, outcome: 'unassigned' })
  if (work.drafts > 0) lines.push({ kind: 'drafts', count: work.drafts, outcome: 'deleted' })
  if (canceled > 0) lines.push({ kind: 'waitingTexts', count: canceled, outcome: 'canceled' })
  if (work.waitingTexts > canceled)
    lines.push({ kind: 'waitingTexts', count: work.waitingTexts - canceled, outcome: 'kept' })
  await addHandovers(tx, userId, [...lines, { kind: 'membership', count: 1, outcome: 'left' }])
  const { given, skipped } =
    toUserId === null ? { given: [], skipped: [] } : await give(tx, { userId, toUserId, isOwnDecision })
  return { revokedIds, revoked, given, skipped }
}

/** Gives what a former member still holds to another member. Returns the kinds that this member may not take over. */
export async function handOverLeft(
  scope: Scope,
  { memberId, toUserId, kinds }: BodyOf<typeof handOverHoldings>,
): Promise<{ skipped: HeldKind[] }> {
  return scope.tx(async (tx) => {
    const leaver = (await leaverById(tx.db, memberId)) ?? fail('not_found')
    if (leaver.status === 'active') fail('still_member')
    const { given, skipped } = await give(tx, { userId: leaver.userId, toUserId, isOwnDecision: false }, kinds)
    tx.publish(TeamChanged, {})
    if (given.length > 0) tx.audit('member.handed-over', memberId, { userId: leaver.userId, toUserId, given })
    return { skipped }
  })
}

/** Gives everything of some kinds to a member who may have it, and records each thing. */
async function give(
  tx: Tx,
  { userId, toUserId, isOwnDecision }: { userId: string; toUserId: string; isOwnDecision: boolean },
  kinds?: readonly HeldKind[],
): Promise<{ given: HeldKind[]; skipped: HeldKind[] }> {
  const successor = (await lockSuccessor(tx.db, toUserId)) ?? fail('not_found')
  const permissions = new Set(permissionsHeld(successor))
  const canGoOn = !isOwnDecision && seeTheSame(await reachOf(tx.db, userId), successor)
  const given: HeldKind[] = []
  const skipped: HeldKind[] = []
  for (const holdings of memberHoldingsOfModules()) {
    const { kind, needs, handOver } = holdings
    if (!handOver || (kinds && !kinds.includes(kind))) continue
    const lines = await linesOf(tx, holdings, { userId, outcome: 'handed_over', toUserId })
    if (lines.length === 0) continue
    if (!permissions.has(needs)) {
      skipped.push(kind)
      continue
    }
    await handOver(tx, { userId, toUserId, canGoOn })
    await addHandovers(tx, userId, lines)
    given.push(kind)
  }
  return { given, skipped }
}

/** Whether two members see the same people and fields. The groups of a former member are not known any more. */
function seeTheSame(leaver: Reach | undefined, successor: Reach): boolean {
  const seesSensitive = (held: Reach) => permissionsHeld(held).includes('contacts.sensitive')
  return (
    leaver !== undefined &&
    effectiveScope(leaver) === 'all' &&
    effectiveScope(successor) === 'all' &&
    seesSensitive(leaver) === seesSensitive(successor)
  )
}

async function linesOf(
  tx: Tx,
  holdings: MemberHoldings,
  { userId, ...became }: { userId: string } & Pick<NewHandover, 'outcome' | 'toUserId'>,
): Promise<NewHandover[]> {
  const user = { orgId: tx.orgId, userId }
  const { kind } = holdings
  const things = await listHeld(tx.db, holdings, { ...user, most: RECORDED_MAX })
  const more = things.length < RECORDED_MAX ? 0 : (await countHeld(tx.db, holdings, user)) - RECORDED_MAX
  return [
    ...things.map(({ id, name }) => ({ kind, objectId: id, name, count: 1, ...became })),
    ...(more > 0 ? [{ kind, count: more, ...became }] : []),
  ]
}
