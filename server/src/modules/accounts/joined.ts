import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOLDERS } from '@crewline/contract/holders'
import type { Words } from '@crewline/contract/words'
import type { Kernel } from '../../kernel/kernel.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import { makeScope } from '../../kernel/scope.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { membersInRoles, type OpenInvitation } from '../team/index.ts'
import { joinedLetter } from './letters.ts'
import { changePerson, personById, type Person } from './store/people.ts'

/** Tells the team on screen, and whoever invited by mail, that somebody joined. */
export async function tellJoined(kernel: Kernel, invitation: OpenInvitation, person: Person): Promise<void> {
  const system = kernel.database.asSystem('the inviter is told outside any session')
  const { organization } = await organizationOf(system, invitation.orgId)
  const name = `${person.firstname} ${person.lastname}`.trim()
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'an invitation was accepted' }, '')
  const message: Words = {
    en: `${name} joined ${organization.name}.`,
    es: `${name} se unió a ${organization.name}.`,
  }
  const id = kernel.world.id()
  await scope.tx(async (tx) => {
    // One by one, so that each reads their own language and those who see some groups only hear of it too.
    for (const { personId, locale } of await membersInRoles(tx.db, HOLDERS['team.manage']))
      tellInApp(
        tx,
        { userId: personId },
        { id, type: 'success', title: name, message: message[locale], link: '/dashboard/team' },
      )
  })
  const inviter = await personById(system, invitation.inviterId)
  if (!inviter || inviter.noticesOffAt) return
  const unsubscribeUrl = `${kernel.config.publicUrl}/auth/unsubscribe?token=${unsubscribeToken(kernel, inviter.id)}`
  const url = `${kernel.config.publicUrl}/dashboard/team`
  await queueMail(kernel, system, joinedLetter(inviter, { name, organization: organization.name, url, unsubscribeUrl }))
}

/** Turns notices by e-mail off for whoever the token was made for; a token nobody made changes nothing and is answered alike. */
export async function unsubscribe(kernel: Kernel, token: string): Promise<void> {
  const [id = '', given = ''] = token.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id)) return
  const expected = Buffer.from(unsubscribeToken(kernel, id))
  const said = Buffer.from(`${id}.${given}`)
  if (expected.length !== said.length || !timingSafeEqual(expected, said)) return
  const system = kernel.database.asSystem('a mailed link belongs to no organization')
  await changePerson(system, id, { notices_off_at: kernel.world.now() })
}

function unsubscribeToken(kernel: Kernel, personId: string): string {
  const key = kernel.seal.mark('unsubscribe', 'key')
  return `${personId}.${createHmac('sha256', key).update(personId).digest('base64url')}`
}
