import type { Kernel } from '../../kernel/kernel.ts'
import type { Email } from '../mail/index.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { listBillingContacts } from '../team/index.ts'
import type { BillingReader } from './emails.ts'
import { claimNotice } from './store/notices.ts'

/**
 * Emails the billing contacts of an organization once for each key: the claim and the emails commit together. Returns
 * whether this call did.
 */
export async function notifyOnce(
  kernel: Kernel,
  orgId: string,
  key: string,
  write: (reader: BillingReader) => Email,
): Promise<boolean> {
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const db = kernel.database.ofOrg(orgId)
  const [contacts, { organization }] = await Promise.all([listBillingContacts(db), organizationOf(db, orgId)])
  return system.transaction().execute(async (tx) => {
    if (!(await claimNotice(tx, { orgId, key, now: kernel.world.now() }))) return false
    for (const { email, locale } of contacts)
      await queueMail(
        kernel,
        tx,
        write({
          to: email,
          language: locale,
          organization: organization.name,
          timeZone: organization.timezone,
          country: organization.country,
          url: `${kernel.config.publicUrl}/dashboard/settings?tab=billing`,
        }),
      )
    return true
  })
}
