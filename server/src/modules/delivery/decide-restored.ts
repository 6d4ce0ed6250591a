import type { BodyOf } from '@crewline/contract/endpoint'
import type { decideRestored } from '@crewline/contract/restored'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { reviewOf } from './restored-views.ts'
import { askAgain, deleteReview, lockReview } from './store/restored.ts'

/** Texts per page. */
const PAGE = 100

/** Returns the review in progress and a page of the texts that wait for its decision; nothing without a review. */
export async function restoredPage(scope: Scope, after?: string) {
  const row = await reviewOf(scope.db)
  if (!row) return { review: null, data: [], total: 0 }
  const { texts, total } = await pendingTexts.stoppablePage(scope.db, { after, most: PAGE })
  const contacts = await summariesOf(scope.db, scope.org.country, [...new Set(texts.map((text) => text.contactId))])
  const nameOf = new Map(contacts.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]))
  return {
    review: {
      beganAt: row.beganAt.toISOString(),
      knownUntil: row.knownUntil.toISOString(),
      askedAt: row.askedAt?.toISOString() ?? null,
      lines: row.lines,
    },
    data: texts.map(({ id, contactId, to, body, files, at, dueAt, state }) => ({
      id,
      contactId,
      contactName: nameOf.get(contactId) ?? '',
      phone: to,
      body,
      files,
      writtenAt: at.toISOString(),
      dueAt: state === 'scheduled' ? (dueAt?.toISOString() ?? null) : null,
    })),
    total,
  }
}

/** Returns whether the organization sends nothing because its database was restored, for every member. */
export async function restoreNoticeOf(scope: Scope) {
  const row = await reviewOf(scope.db)
  return { review: row ? { beganAt: row.beganAt.toISOString(), knownUntil: row.knownUntil.toISOString() } : null }
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
 * decides, and with `not_found` without a review.
 */
export async function decide(
  scope: Scope,
  { decision, except }: BodyOf<typeof decideRestored>,
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
