import {
  forgotPassword,
  login,
  resetPassword,
  sendLoginLink,
  tokenLogin,
  unsubscribeEmail,
  verifyMfa,
} from '@crewline/contract/accounts'
import { acceptInvitation, readInvitation, register, verifyEmail } from '@crewline/contract/sign-up'
import { serveOpen, type Guest } from '../../../kernel/http/serve.ts'
import { acceptInvitation as join, seeInvitation } from '../invitations.ts'
import { unsubscribe } from '../joined.ts'
import { logIn, logInByLink } from '../log-in.ts'
import { requestMail, consumeMailLimit } from '../requests.ts'
import { choosePassword } from '../reset.ts'
import { passSecondStep } from '../second-step.ts'
import { beginAccount, confirmEmail } from '../sign-up.ts'

async function mail(guest: Guest, purpose: 'reset' | 'login', email: string) {
  await consumeMailLimit(guest.kernel, guest, { purpose, target: email })
  const system = guest.kernel.database.asSystem('emails requested by address belong to no organization')
  await requestMail(guest.kernel, system, { purpose, email })
  return {}
}

/** Public routes: the ways to sign in. */
export const openRoutes = serveOpen(
  {
    login,
    sendLoginLink,
    tokenLogin,
    verifyMfa,
    forgotPassword,
    resetPassword,
    unsubscribeEmail,
    register,
    verifyEmail,
    readInvitation,
    acceptInvitation,
  },
  {
    login: (guest, { body }) => logIn(guest, body),
    sendLoginLink: (guest, { body }) => mail(guest, 'login', body.email),
    tokenLogin: (guest, { body }) => logInByLink(guest, body),
    verifyMfa: (guest, { body }) => passSecondStep(guest, body),
    forgotPassword: (guest, { body }) => mail(guest, 'reset', body.email),
    resetPassword: async (guest, { params, body }) => {
      await choosePassword(guest, { token: params.token, password: body.password })
      return {}
    },
    unsubscribeEmail: async (guest, { body }) => {
      await unsubscribe(guest.kernel, { token: body.token, requestId: guest.requestId })
      return {}
    },
    register: (guest, { body }) => beginAccount(guest, body),
    verifyEmail: (guest, { params }) => confirmEmail(guest, params.token),
    readInvitation: (guest, { body }) => seeInvitation(guest, body.token),
    acceptInvitation: (guest, { body }) => join(guest, body),
  },
)
