import { z } from 'zod'
import { Code, User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'

export const setUpMfa = endpoint({
  method: 'POST',
  path: '/user/mfa/set-up',
  secondStep: 'not_needed',
  summary:
    'Creates a secret for an authenticator app. Nothing changes until a code from the app is confirmed. Requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['proof_needed', 'password_login_needed'],
  reply: ok({
    secret: z.string(),
    uri: z.string().describe('The content of the QR code.'),
  }),
})

export const enableMfa = endpoint({
  method: 'POST',
  path: '/user/mfa',
  secondStep: 'not_needed',
  summary:
    'Turns on two-step login. By text it requires a verified phone number. Requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['code_wrong', 'codes_locked', 'proof_needed', 'phone_missing', 'password_login_needed'],
  body: z.strictObject({ method: z.enum(['sms', 'totp']), code: Code.optional() }),
  reply: ok({
    user: User,
    backupCodes: z.array(z.string()).describe('Shown once; each works for one second step.'),
  }),
})

export const disableMfa = endpoint({
  method: 'DELETE',
  path: '/user/mfa',
  summary: 'Turns off two-step login. Requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['proof_needed', 'password_login_needed', 'not_permitted'],
  reply: ok({ user: User }),
})

export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/user/mfa/backup-codes',
  summary: 'Creates ten new backup codes and revokes the old ones. Requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['proof_needed', 'password_login_needed'],
  reply: ok({ user: User, backupCodes: z.array(z.string()) }),
})

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/user/send-verification-code',
  secondStep: 'not_needed',
  summary: 'Texts a six-digit code that is valid for 10 minutes. For two-step login it goes to the number on file.',
  session: 'any',
  pastDue: 'allowed',
  fails: ['not_permitted', 'email_unverified', 'phone_unsupported', 'phone_invalid'],
  body: z.strictObject({
    phone: z.string().trim().max(40).default(''),
    source: z.enum(['register', 'mfa', 'settings']),
  }),
  reply: ok({
    retryAfter: z.number().int().describe('Seconds until another code can be requested.'),
    maskedDestination: z.string(),
  }),
})

export const verifyPhoneCode = endpoint({
  method: 'POST',
  path: '/user/verify-phone-code',
  secondStep: 'not_needed',
  summary: 'Verifies a texted code. The returned proof is valid for 10 minutes.',
  session: 'any',
  pastDue: 'allowed',
  fails: ['not_permitted', 'code_wrong', 'code_dead', 'codes_locked', 'email_unverified'],
  body: z.strictObject({ phone: z.string().trim().max(40), code: Code }),
  reply: ok({ verified: z.literal(true), proof: z.string() }),
})
