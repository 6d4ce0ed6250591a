import {
  editSettings,
  endOtherSessions,
  endSession,
  login,
  logout,
  prove,
  sessions,
  switchOrg,
} from '@crewline/contract/accounts'
import { editNotificationPrefs, addPushDevice, removePushDevice, seeUpdates } from '@crewline/contract/notifications'
import { disableMfa, enableMfa, renewBackupCodes, setUpMfa } from '@crewline/contract/second-step'
import { inviteMember, leaveOrganization } from '@crewline/contract/team'
import {
  forgotPassword,
  resetPassword,
  sendLoginLink,
  tokenLogin,
  unsubscribeEmail,
  verifyMfa,
} from '@crewline/contract/accounts'
import { acceptInvitation, register, setInfo, verifyEmail } from '@crewline/contract/sign-up'
import { TOTP } from 'otpauth'
import { unsubscribeUrlOf } from '../../../src/modules/accounts/index.ts'
import { makeUser, PASSWORD } from '../cast.ts'
import { joinToo } from '../transfers.ts'
import type { Recorder } from './recorder.ts'

/** Calls of members about their own account. */
export async function changeOwnAccount({ t, org, owner, call }: Recorder): Promise<void> {
  await call(editSettings, { body: { locale: 'es' } })
  await call(seeUpdates)
  await call(editNotificationPrefs, { body: { digest: '1h' } })
  const device = await call(addPushDevice, {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/audited',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
  })
  await call(removePushDevice, { query: { id: device.id } })
  const { secret } = await call(setUpMfa)
  const code = new TOTP({ secret, digits: 6, period: 30 }).generate()
  await call(enableMfa, { body: { method: 'totp', code } })
  const { backupCodes } = await call(renewBackupCodes)
  const asked = await call(login, { body: { email: owner.email, password: PASSWORD } }, null)
  await call(verifyMfa, { body: { mfaToken: asked.mfaToken!, code: backupCodes[0]! } }, null)
  await call(disableMfa)
  const logIn = () => call(login, { body: { email: owner.email, password: PASSWORD, organizationId: org.id } }, null)
  await logIn()
  const other = (await t.as(owner).call(sessions)).body.data.find(({ current }) => !current)
  await call(endSession, { query: { id: other!.id } })
  await logIn()
  await call(endOtherSessions)
  const leaver = await makeUser(t.process.kernel, org.id, { firstname: 'Lea', lastname: 'Leaver', role: 'agent' })
  await joinToo(t, leaver, t.beta.id, 'agent')
  const there = await call(switchOrg, { body: { organizationId: t.beta.id } }, leaver)
  const back = await call(switchOrg, { body: { organizationId: org.id } }, { id: leaver.id, token: there.token })
  await call(prove, { body: { password: PASSWORD } }, { id: leaver.id, token: back.token })
  await call(leaveOrganization, { body: {} }, { id: leaver.id, token: back.token })
  await call(logout)
}

/** Calls of people without a session: signing up, and links in emails. */
export async function comeIn({ t, owner, call }: Recorder): Promise<void> {
  const linkTo = async (email: string) => {
    const link = new URL((await t.mailsTo(email))[0]?.links[0] ?? '')
    return link.searchParams.get('token') ?? link.pathname.split('/').at(-1)!
  }
  const email = 'nora@audited.example'
  const organization = {
    ...{ name: 'North Mill', industry: 'manufacturing' as const, headcount: '51-200' as const },
    ...{ timezone: 'America/Chicago', country: 'US' },
  }
  const body = { firstname: 'Nora', lastname: 'Field', email, password: PASSWORD }
  const { unverifiedToken } = await call(register, { body }, null)
  await call(setInfo, { body: { phone: '(312) 555-0142', organization } }, { id: '', token: unverifiedToken })
  await call(verifyEmail, { params: { token: await linkTo(email) } }, null)
  await call(forgotPassword, { body: { email } }, null)
  await call(
    resetPassword,
    { params: { token: await linkTo(email) }, body: { password: 'another long sentence' } },
    null,
  )
  await call(sendLoginLink, { body: { email } }, null)
  await call(tokenLogin, { body: { token: await linkTo(email) } }, null)
  await call(inviteMember, { body: { email: 'ivy@audited.example', role: 'agent' } })
  const token = await linkTo('ivy@audited.example')
  await call(acceptInvitation, { body: { token, firstname: 'Ivy', lastname: 'New', password: PASSWORD } }, null)
  const unsubscribe = new URL(unsubscribeUrlOf(t.process.kernel, owner.id)).searchParams.get('token')!
  await call(unsubscribeEmail, { body: { token: unsubscribe } }, null)
}
