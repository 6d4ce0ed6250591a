import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { blockedMail, paymentFailedMail, recoveredMail } from './emails.ts'
import { notifyOnce } from './notices.ts'
import { accountOf } from './store/accounts.ts'
import { lastRecovered, oldestOwed } from './views.ts'

/** Emails the billing contacts about the oldest unpaid invoice: after each failed payment, at the block, and when paid. */
export async function sendDunning(kernel: Kernel, { db, orgId }: Pick<Scope, 'db' | 'orgId'>): Promise<void> {
  const [account, owed] = await Promise.all([accountOf(db, orgId), oldestOwed(db, orgId)])
  if (!account) return
  if (!owed) {
    const paid = await lastRecovered(db, orgId)
    if (paid) await notifyOnce(kernel, orgId, `recovered|${paid}`, recoveredMail)
    return
  }
  const { externalId, invoiceNumber: number, cents, currency, tries } = owed
  if (account.blockedAt)
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
