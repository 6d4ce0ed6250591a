import { z } from 'zod'
import { Code, User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'

export const setUpMfa = endpoint({
  method: 'POST',
  path: '/user/mfa/set-up',
  summary:
    'A new secret for an authenticator app; nothing changes until a code from it comes back. Needs a fresh proof.',
  pastDue: 'allowed',
  reply: ok({
    secret: z.string(),
    /** What the QR code holds. */
    uri: z.string(),
  }),
})

export const enableMfa = endpoint({
  method: 'POST',
  path: '/user/mfa',
  summary: 'Turn the second step on; by text it needs a verified phone. Needs a fresh proof.',
  pastDue: 'allowed',
  body: z.strictObject({ method: z.enum(['sms', 'totp']), code: Code.optional() }),
  reply: ok({
    user: User,
    /** Shown once: each opens the second step once. */
    backupCodes: z.array(z.string()),
  }),
})

export const disableMfa = endpoint({
  method: 'DELETE',
  path: '/user/mfa',
  summary: 'Turn the second step off. Needs a fresh proof.',
  pastDue: 'allowed',
  reply: ok({ user: User }),
})

export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/user/mfa/backup-codes',
  summary: 'Ten new backup codes; the old ones open nothing any more. Needs a fresh proof.',
  pastDue: 'allowed',
  reply: ok({ user: User, backupCodes: z.array(z.string()) }),
})

export const sendVerificationCode = endpoint({
  method: 'POST',
  path: '/user/send-verification-code',
  summary: 'Text a code of six digits, good for 10 minutes; for the second step the phone is the one on file.',
  session: 'any',
  pastDue: 'allowed',
  body: z.strictObject({
    phone: z.string().trim().max(40).default(''),
    source: z.enum(['register', 'mfa', 'settings']),
  }),
  reply: ok({
    /** Seconds until another code may be asked for. */
    retryAfter: z.number().int(),
    maskedDestination: z.string(),
  }),
})

export const verifyPhoneCode = endpoint({
  method: 'POST',
  path: '/user/verify-phone-code',
  summary: 'The code of a text; the proof it answers is good for 10 minutes.',
  session: 'any',
  pastDue: 'allowed',
  body: z.strictObject({ phone: z.string().trim().max(40), code: Code }),
  reply: ok({ verified: z.literal(true), proof: z.string() }),
})
