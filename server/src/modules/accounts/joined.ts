import { localize } from '../../kernel/i18n/localize.ts'
import { msg } from '@crewline/contract/localized-text'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LocalizedText } from '@crewline/contract/words'
import type { Kernel } from '../../kernel/kernel.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf, senderOf } from '../organizations/index.ts'
import { membersWith, TeamChanged, type OpenInvitation } from '../team/index.ts'
import { joinedMail } from './emails.ts'
import { noteEverywhere } from './sessions.ts'
import { changeUser, userById, type UserAccount } from './store/people.ts'

/** Notifies team managers in the app, and the inviter by email, that a user joined. */
export async function notifyMemberJoined(
  kernel: Kernel,
  invitation: OpenInvitation,
  account: UserAccount,
): Promise<void> {
  const system = kernel.database.asSystem('the inviter is notified outside any session')
  const { organization } = await organizationOf(system, invitation.orgId)
  const name = `${account.firstname} ${account.lastname}`.trim()
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'an invitation was accepted' }, '')
  const message: LocalizedText = msg({
    message: '{name} joined {organization}.',
    values: { name, organization: organization.name },
  })
  const id = kernel.world.id()
  await scope.tx(async (tx) => {
    tx.publish(TeamChanged, {})
    // Notify each member separately: each reads their own language, and members with access to only some groups are
    // included.
    for (const { userId, locale } of await membersWith(tx.db, 'team.manage'))
      notifyInApp(
        tx,
        { userId },
        { id, type: 'success', title: name, message: localize(message, locale), link: '/dashboard/team' },
      )
  })
  const inviter = await userById(system, invitation.inviterId)
  if (!inviter || inviter.noticesOffAt) return
  const unsubscribeUrl = unsubscribeUrlOf(kernel, inviter.id)
  const url = `${kernel.config.publicUrl}/dashboard/team`
  const mail = joinedMail(inviter, { name, organization: organization.name, url, unsubscribeUrl })
  await queueMail(kernel, system, { ...mail, sender: senderOf(kernel, organization) })
}

/** Turns off email notices for the user of the token. An invalid token changes nothing and gets the same answer. */
export async function unsubscribe(kernel: Kernel, { token, requestId }: { token: string; requestId: string }) {
  const [id = '', signature = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id)) return
  const expected = Buffer.from(unsubscribeToken(kernel, id))
  const actual = Buffer.from(`${id}.${signature}`)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return
  const system = kernel.database.asSystem('emailed links belong to no organization')
  const account = await userById(system, id)
  if (!account || account.noticesOffAt) return
  await changeUser(system, id, { notices_off_at: kernel.world.now() })
  await noteEverywhere(kernel, account, { action: 'account.notices_off', requestId })
}

/** Returns the address of the page where a user turns off email notices with one button. Every notice needs it. */
export function unsubscribeUrlOf(kernel: Kernel, userId: string): string {
  return `${kernel.config.publicUrl}/auth/unsubscribe?token=${unsubscribeToken(kernel, userId)}`
}

function unsubscribeToken(kernel: Kernel, userId: string): string {
  const key = kernel.encryption.fingerprint('unsubscribe', 'key')
  return `${userId}.${createHmac('sha256', key).update(userId).digest('base64url')}`
}
