import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { digestMail } from './digest-mail.ts'
import { isAtWork, isDigestDue } from './digest-times.ts'
import { digestItems, digestReaders, type DigestReader } from './digest-views.ts'
import { prefsFrom } from './prefs.ts'
import { takeDigest } from './store/digests.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Members read in one statement. */
const STEP = 200
/** What happened in the last seconds may not be committed yet, so it is for the next digest, in ms. */
const SETTLE_MS = 15_000

/**
 * Queues the digests that are due, each once, regardless of how many processes run this and how often. `now` is the current
 * time, but for simulations.
 */
export async function sendDigests(kernel: Kernel, now: Date = kernel.world.now()): Promise<void> {
  if (kernel.world.isTimeInDoubt()) return
  const system = kernel.database.asSystem('members of every organization get their digests')
  let after: DigestReader | undefined
  do {
    const readers = await digestReaders(system, { after, most: STEP })
    for (const reader of readers) {
      try {
        await sendDigest(kernel, system, reader, now)
      } catch (error) {
        kernel.log.warn({ err: error, org: reader.orgId }, 'notifications: a digest was not sent, trying again')
      }
    }
    after = readers.length === STEP ? readers.at(-1) : undefined
  } while (after)
}

async function sendDigest(kernel: Kernel, system: Db, reader: DigestReader, now: Date): Promise<void> {
  const { orgId, userId, memberId, isLimited, activeAt, checkedAt, timeZone } = reader
  const prefs = prefsFrom(reader.prefs)
  if (!isDigestDue(prefs, { checkedAt, now, timeZone })) return
  const span = {
    since: activeAt && activeAt > reader.until ? activeAt : reader.until,
    until: new Date(now.getTime() - SETTLE_MS),
  }
  const db = kernel.database.ofOrg(orgId, isLimited ? memberId : undefined)
  const items = isAtWork(activeAt, now) ? undefined : await digestItems(db, reader, { prefs, span })
  const hasNews = items !== undefined && items.waitingCount + items.updateCount + items.approvalCount > 0
  const { organization } = await organizationOf(db, orgId)
  await system.transaction().execute(async (tx) => {
    const due = { orgId, userId, digest: prefs.digest, checkedAt }
    if (!(await takeDigest(tx, due, { now, until: hasNews ? span.until : null })) || !hasNews) return
    const mail = digestMail(reader, items, {
      organization: organization.name,
      publicUrl: kernel.config.publicUrl,
      unsubscribeUrl: unsubscribeUrl(kernel, { orgId, userId }),
      digest: prefs.digest,
      since: span.since,
    })
    await queueMail(kernel, tx, { ...mail, sender: senderOf(kernel, organization) })
  })
}
