import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { blockedMail, paymentFailedMail, recoveredMail } from './emails.ts'
import { releasedMail, releaseMail } from './release-emails.ts'
import { notifyOnce } from './notices.ts'
import { accountOf } from './store/accounts.ts'
import { lastRecovered, oldestOwed, releaseNoticeKey } from './views.ts'

/**
 * Emails the billing contacts about the oldest unpaid invoice: after each failed payment, at the block, at the
 * suspension, before and after the release of numbers, and when paid.
 */
export async function sendDunning(kernel: Kernel, { db, orgId }: Pick<Scope, 'db' | 'orgId'>): Promise<void> {
  const [account, owed] = await Promise.all([accountOf(db, orgId), oldestOwed(db, orgId, kernel.world.now())])
  if (!account) return
  if (!owed) {
    const paid = await lastRecovered(db, orgId)
    if (paid)
      await notifyOnce(kernel, orgId, `recovered|${paid.externalId}`, (reader) =>
        recoveredMail(reader, paid.releasedNumbers),
      )
    return
  }
  const { externalId, invoiceNumber: number, cents, currency, tries, numbers, releasedNumbers } = owed
  const { suspendedAt, releaseAt, releaseWarnings, releasedAt } = account
  if (releasedAt) {
    // A later invoice that is still owed when the first one is paid cost no number.
    if (releasedNumbers.length > 0)
      await notifyOnce(kernel, orgId, `released|${externalId}`, (reader) =>
        releasedMail(reader, { number, cents, currency, numbers: releasedNumbers }),
      )
  } else if (suspendedAt)
    // The suspension itself, then each warning.
    await notifyOnce(kernel, orgId, releaseNoticeKey(externalId, releaseWarnings), (reader) =>
      releaseMail(reader, { number, cents, currency, numbers, releaseAt, isWarning: releaseWarnings > 0 }),
    )
  else if (account.blockedAt)
    await notifyOnce(kernel, orgId, `blocked|${externalId}`, (reader) =>
      blockedMail(reader, { number, cents, currency }),
    )
  else
    await notifyOnce(kernel, orgId, `failed|${externalId}|${tries}`, (reader) =>
      paymentFailedMail(reader, {
        number,
        cents,
        currency,
        blockAt: new Date(owed.blockAt),
        nextTryAt: owed.nextTryAt ? new Date(owed.nextTryAt) : null,
      }),
    )
}
