import { asSystemWithin } from '../../kernel/db/role-within.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { managedEmailMail } from './emails.ts'
import { changeManagedUser, type ManagedUser } from './store/people.ts'

/**
 * Changes the name and the email of a user whom the organization of the transaction manages, as `changeManagedUser` allows.
 * The old address gets an email about a new one. Returns the values before and after for the audit entry; undefined when
 * nothing changed. Fails with the unique violation of PostgreSQL when another user takes the email at the same moment.
 */
export async function updateManagedUser(
  kernel: Kernel,
  tx: Tx,
  userId: string,
  wanted: ManagedUser,
): Promise<{ before: ManagedUser; after: ManagedUser } | undefined> {
  return asSystemWithin(tx.db, async () => {
    const changed = await changeManagedUser(tx.db, { userId, orgId: tx.orgId }, wanted)
    if (!changed) return undefined
    const { before, after, locale } = changed
    if (before.email.toLowerCase() !== after.email.toLowerCase()) {
      const { organization } = await organizationOf(tx.db, tx.orgId)
      const change = {
        organization: organization.name,
        newEmail: after.email,
        url: `${kernel.config.publicUrl}/auth/login`,
      }
      await queueMail(kernel, tx.db, managedEmailMail({ ...before, locale }, change))
    }
    return { before, after }
  })
}
