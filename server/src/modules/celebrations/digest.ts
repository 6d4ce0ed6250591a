import { daysAfter } from '@crewline/contract/calendar'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { runActorReader } from '../../kernel/runs/actor.ts'
import { makeScope, requireUserId, type Scope } from '../../kernel/scope.ts'
import { unsubscribeUrlOf, userById } from '../accounts/index.ts'
import { queueMail, type Email } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { digestMail } from './digest-mail.ts'
import { digestTurn } from './digest-rules.ts'
import { dueDigests, isDigestOn, recordDigestLook, saveDigest, type DueDigest } from './digest-store.ts'
import { celebratedBetween } from './soon.ts'

/** How many days after today an email covers: on a Friday, up to Monday. */
const DAYS_AHEAD = 3
/** How long an email that failed is left out, in ms. */
const REST_MS = 60_000
/** People whom an email names. */
const MOST_NAMED = 60

/** Returns whether the member gets the email. */
export async function readDigest(scope: Scope): Promise<{ isOn: boolean }> {
  return { isOn: await isDigestOn(scope.db, requireUserId(scope)) }
}

/** Turns the email of the member on or off. The first one comes on the next morning. */
export async function setDigest(kernel: Kernel, scope: Scope, isOn: boolean): Promise<object> {
  const userId = requireUserId(scope)
  const system = kernel.database.asSystem('the time zone of a user belongs to no organization')
  const user = await userById(system, userId)
  const now = scope.world.now()
  const { day, isDue, isOver, lookAt } = digestTurn({ zone: user?.timezone ?? scope.org.timezone, lastDay: null }, now)
  const lastDay = isOn && (isDue || isOver) ? day : null
  await scope.tx(async (tx) => {
    const hasChanged = await saveDigest(tx, userId, { lookAt: isOn ? lookAt : null, lastDay })
    if (hasChanged) tx.audit(isOn ? 'celebration.digest-on' : 'celebration.digest-off', userId)
  })
  return {}
}

/**
 * Sends the emails that are due; returns whether it looked at any. Each member gets at most one for each day of their
 * calendar, in any number of processes and after a crash: the day is recorded in the transaction that queues the email.
 */
export async function sendDueDigests(kernel: Kernel): Promise<boolean> {
  if (kernel.world.isTimeInDoubt()) return false
  const system = kernel.database.asSystem('the scheduler finds emails to members of every organization')
  const now = kernel.world.now()
  const due = await dueDigests(system, now)
  let failed = 0
  for (const digest of due) {
    const { orgId, userId } = digest
    try {
      const user = await userById(system, userId)
      const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
      const turn = digestTurn({ zone: user?.timezone ?? organization.timezone, lastDay: digest.lastDay }, now)
      const mail = turn.isDue ? await write(kernel, digest, turn.day) : undefined
      const day = turn.isDue || turn.isOver ? turn.day : null
      await system.transaction().execute(async (tx) => {
        if ((await recordDigestLook(tx, digest, { lookAt: turn.lookAt, now, day })) && mail)
          await queueMail(kernel, tx, mail)
      })
    } catch (error) {
      failed += 1
      // Others must not wait for it.
      const lookAt = new Date(now.getTime() + REST_MS)
      await recordDigestLook(system, digest, { lookAt, now, day: null })
      kernel.log.warn({ err: error, org: orgId, user: userId }, 'celebrations: could not email a member, trying again')
    }
  }
  return due.length > failed
}

/** Writes the email with what the member may see now; undefined when they get none. */
async function write(kernel: Kernel, { orgId, userId }: DueDigest, day: string): Promise<Email | undefined> {
  const system = kernel.database.asSystem('the address of a user belongs to no organization')
  const [{ org, member }, user] = await Promise.all([
    runActorReader.get()(kernel, { orgId, userId }),
    userById(system, userId),
  ])
  if (!member || !user || user.noticesOffAt) return undefined
  const actor = { kind: 'member' as const, ...member, scope: effectiveScope(member), sessionId: '' }
  const scope = makeScope(kernel, org, actor, `celebration-digest-${userId.slice(0, 8)}`)
  if (!scope.can('broadcasts.read')) return undefined
  const days = { first: day, last: daysAfter(day, DAYS_AHEAD) }
  const { people, hasMore } = await celebratedBetween(scope, { ...days, most: MOST_NAMED }, 'without')
  if (people.length === 0) return undefined
  const { organization } = await organizationOf(scope.db, orgId)
  return {
    ...digestMail({
      to: user.email,
      language: user.locale,
      organization: organization.name,
      today: day,
      people,
      hasMore,
      url: `${kernel.config.publicUrl}/dashboard/apps/birthday`,
    }),
    unsubscribeUrl: unsubscribeUrlOf(kernel, userId),
    sender: senderOf(kernel, organization),
  }
}
