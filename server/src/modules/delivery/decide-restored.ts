import type { BodyOf } from '@crewline/contract/endpoint'
import { TextAge, WaitReason, type CarrierAnswer, type decideRestored } from '@crewline/contract/restored'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { optOutsSince } from '../consent/index.ts'
import { summariesOf } from '../contacts/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { reviewOf, type ReviewRow } from './restored-views.ts'
import { askAgain, deleteReview, lockReview } from './store/restored.ts'

/** Texts per page, and opt-outs that are listed. */
const PAGE = 100

/** Returns the review in progress and a page of the texts that wait for its decision; nothing without a review. */
export async function restoredPage(scope: Scope, after?: string) {
  const row = await reviewOf(scope.db)
  if (!row) return { review: null, data: [], total: 0 }
  const [texts, counts, optOuts] = await Promise.all([
    pendingTexts.stoppablePage(scope.db, { after, most: PAGE }),
    pendingTexts.countStoppable(scope.db, scope.world.now()),
    optOutsSince(scope, row.knownUntil, PAGE),
  ])
  const contacts = await summariesOf(scope.db, scope.org.country, [...new Set(texts.map((text) => text.contactId))])
  const nameOf = new Map(contacts.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]))
  return {
    review: {
      beganAt: row.beganAt.toISOString(),
      knownUntil: row.knownUntil.toISOString(),
      askedAt: row.askedAt?.toISOString() ?? null,
      triedAt: row.triedAt?.toISOString() ?? null,
      lines: row.lines,
      reasons: WaitReason.options.map((reason) => ({
        reason,
        count: sum(counts.filter((group) => group.reason === reason)),
      })),
      ages: TextAge.options.map((age) => ({ age, count: sum(counts.filter((group) => group.age === age)) })),
      optOuts,
    },
    data: texts.map(({ id, contactId, to, body, files, at, dueAt, state, reason, lineId }) => ({
      id,
      contactId,
      contactName: nameOf.get(contactId) ?? '',
      phone: to,
      body,
      files,
      writtenAt: at.toISOString(),
      reason,
      dueAt: state === 'scheduled' ? (dueAt?.toISOString() ?? null) : null,
      carrier: answerFor(row, { lineId, at }),
    })),
    total: sum(counts),
  }
}

function sum(groups: { count: number }[]): number {
  return groups.reduce((total, { count }) => total + count, 0)
}

/** Returns what the carrier said about a text that waits: what it has is no longer waiting. */
function answerFor({ beganAt, lines }: ReviewRow, { lineId, at }: { lineId: string; at: Date }): CarrierAnswer {
  if (at >= beganAt) return 'written_since'
  const sent = lines.find((line) => line.lineId === lineId)?.sent
  if (sent === undefined) return 'not_asked'
  return { done: 'not_sent', failed: 'no_answer', impossible: 'cannot_say' }[sent] as CarrierAnswer
}

/**
 * Returns whether the organization sends nothing because its database was restored, for every member, and to those who
 * decide how many texts wait.
 */
export async function restoreNoticeOf(scope: Scope) {
  const row = await reviewOf(scope.db)
  if (!row) return { review: null }
  const total = scope.can('lines.manage') ? sum(await pendingTexts.countStoppable(scope.db, scope.world.now())) : null
  return { review: { beganAt: row.beganAt.toISOString(), knownUntil: row.knownUntil.toISOString(), total } }
}

/** Has the carriers asked again at once; fails with `not_found` without a review. */
export async function askAgainNow(scope: Scope): Promise<void> {
  await scope.tx(async (tx) => {
    if (!(await askAgain(tx))) fail('not_found')
    tx.audit('restore.asked', null)
  })
}

/**
 * Ends the review: cancels or releases the texts that wait, and lets the organization send again. Automatic replies are
 * never sent late. Fails with `carriers_not_asked` until every carrier that can be asked has answered, unless the operator
 * decides, with `texts_changed` when another number of texts waits than was confirmed, and with `not_found` without a
 * review.
 */
export async function decide(
  scope: Scope,
  { decision, except, total }: Omit<BodyOf<typeof decideRestored>, 'total'> & { total?: number },
  { isForced = false } = {},
): Promise<{ released: number; cancelled: number }> {
  const named = new Set(except)
  return scope.tx((tx) =>
    tx.unscoped(async () => {
      const review = await lockReview(tx)
      if (!review) return fail('not_found')
      if (!review.isAsked && !isForced) return fail('carriers_not_asked')
      const texts = await pendingTexts.stoppableIds(tx.db)
      const isCancelled = ({ id, kind }: { id: string; kind: string }) =>
        kind === 'auto_reply' || named.has(id) === (decision === 'release')
      const listed = texts.filter((text) => text.kind !== 'auto_reply')
      if (total !== undefined && total !== listed.length) return fail('texts_changed')
      await pendingTexts.cancelTexts(
        tx,
        texts.filter(isCancelled).map((text) => text.id),
        'restore',
      )
      await deleteReview(tx)
      const cancelled = listed.filter(isCancelled).length
      const released = listed.length - cancelled
      tx.audit('restore.decided', null, { decision, released, cancelled })
      tx.wakeUp('texts')
      return { released, cancelled }
    }),
  )
}
