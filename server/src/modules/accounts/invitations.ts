import type { Words } from '@crewline/contract/words'
import type { Locale } from '@crewline/contract/accounts'
import { fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { addMember, invitationByToken, membershipsOf, takeInvitation } from '../team/index.ts'
import { tellJoined } from './joined.ts'
import { takeLoginPlace } from './log-in.ts'
import { refuseWeak } from './password-rules.ts'
import { openFor, readSession } from './sessions.ts'
import { addPerson, personByEmail, personById } from './store/people.ts'
import { replaceSession } from './store/sessions.ts'

/** What an invitation says, for whoever holds its link; used, old and unknown links are all `link_invalid`. */
export async function seeInvitation(guest: Guest, token: string) {
  const { kernel } = guest
  await takeLoginPlace(kernel, guest)
  const system = kernel.database.asSystem('an invitation is opened by somebody who is not a member yet')
  const invitation = (await invitationByToken(system, tokenHash(token), kernel.world.now())) ?? fail('link_invalid')
  const { organizationName, inviterName, email, role } = invitation
  return { organizationName, inviterName, email, role, hasAccount: (await personByEmail(system, email)) !== undefined }
}

/** What somebody says who accepts. */
export interface Acceptance {
  token: string
  firstname?: string | undefined
  lastname?: string | undefined
  password?: string | undefined
  locale: Locale
}

/**
 * Makes a member, exactly once, with the role and e-mail the invitation was made for. Who has an account must be signed in
 * to it; who has none gets one, because the link proves the address.
 */
export async function acceptInvitation(guest: Guest, said: Acceptance) {
  const { kernel } = guest
  await takeLoginPlace(kernel, guest)
  const system = kernel.database.asSystem('an invitation is accepted by somebody who is not a member yet')
  const now = kernel.world.now()
  const invitation = (await invitationByToken(system, tokenHash(said.token), now)) ?? fail('link_invalid')
  const known = await personByEmail(system, invitation.email)
  const session = guest.token ? await readSession(kernel, guest.token) : undefined
  if (session && session.personId !== known?.id) return fail('invitation_for_other')
  if (known && !session) return fail('account_exists')
  if (known && (await membershipsOf(system, known.id)).some((one) => one.organizationId === invitation.orgId))
    return fail('already_member')
  const newcomer = known ? undefined : await newcomerOf(invitation.email, said)
  const personId = known?.id ?? kernel.world.id()
  await system.transaction().execute(async (db) => {
    if (!(await takeInvitation(db, invitation.id, now, tokenHash(said.token)))) fail('link_invalid')
    if (newcomer && !(await addPerson(db, { id: personId, ...newcomer, now }))) fail('account_exists')
    const { orgId, role, groupIds } = invitation
    const scope = groupIds.length > 0 ? ('groups' as const) : ('all' as const)
    await addMember(db, { id: kernel.world.id(), orgId, personId, role, scope, groupIds, now })
    // A token left behind by a switch, or ended just now, must not grow into a whole session.
    if (session && !(await replaceSession(db, session.sessionId, now))) fail('switch_pending')
  })
  const person = (await personById(system, personId)) ?? fail('link_invalid')
  const opened = await openFor(kernel, system, person, {
    from: guest,
    requestId: guest.requestId,
    organizationId: invitation.orgId,
    ...(session ? { provedAt: null, after: session.sessionId } : {}),
    isQuiet: true,
    action: 'invitation.accepted',
  })
  await tellJoined(kernel, invitation, person)
  return opened ?? fail('link_invalid')
}

const FILL_IN: Words = { en: 'Fill this in.', es: 'Completa este campo.' }

async function newcomerOf(email: string, said: Acceptance) {
  const { firstname, lastname = '', password, locale } = said
  if (!firstname || !password)
    return fail('invalid', {
      fieldErrors: {
        ...(firstname ? {} : { firstname: FILL_IN }),
        ...(password ? {} : { password: FILL_IN }),
      },
    })
  refuseWeak(password, { email, firstname, lastname })
  return { email, firstname, lastname, locale, passwordHash: await hashPassword(password) }
}
