import { z } from 'zod'
import { AnyPassword, Email, Locale, Name, Secret, SignedIn } from './accounts.ts'
import { TimeZone } from './time-zone.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { oneLine } from './one-line.ts'
import { ORGANIZATION_NAME_MAX } from './limits.ts'
import { Role } from './permissions.ts'

/** How many people work at an organization. */
export const Headcount = z.enum(['1-50', '51-200', '201-1000', '1001-5000', '5001+'])
export type Headcount = z.infer<typeof Headcount>
/** What an organization does. */
export const Industry = z.enum([
  'manufacturing',
  'healthcare',
  'logistics',
  'retail',
  'hospitality',
  'construction',
  'agriculture',
  'education',
  'public',
  'other',
])
export type Industry = z.infer<typeof Industry>

export const register = endpoint({
  method: 'POST',
  path: '/user/register',
  summary:
    'Begin an account. The answer is the same for every e-mail; a known one gets a mail that says so, any other a link to confirm.',
  session: 'none',
  body: z.strictObject({
    firstname: Name.min(1),
    lastname: Name.min(1),
    email: Email,
    password: AnyPassword,
    locale: Locale.default('en'),
  }),
  reply: ok({ unverifiedToken: z.string() }),
})

export const setInfo = endpoint({
  method: 'POST',
  path: '/user/set-info',
  summary: 'Say who the organization is; once, by the person who founds it.',
  session: 'any',
  pastDue: 'allowed',
  body: z.strictObject({
    firstname: Name.min(1).optional(),
    lastname: Name.min(1).optional(),
    phone: z.string().trim().max(40).default(''),
    organization: z.strictObject({
      name: oneLine(ORGANIZATION_NAME_MAX).min(1),
      industry: Industry,
      headcount: Headcount,
      timezone: TimeZone,
      /** ISO 3166. */
      country: z.string().regex(/^[A-Z]{2}$/),
    }),
  }),
  reply: ok({
    user: z.object({ firstname: z.string(), lastname: z.string(), email: z.string(), phone: z.string().nullable() }),
    organization: z.object({ name: z.string(), timezone: z.string(), country: z.string() }),
  }),
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/user/resend-verification',
  summary: 'Mail the link to confirm once more; three times an hour.',
  session: 'any',
  pastDue: 'allowed',
  reply: ok({ email: z.string() }),
})

export const verifyEmail = endpoint({
  method: 'PUT',
  path: '/user/verify/{token}',
  summary:
    'Confirm an e-mail with the token of the mailed link. On the device that registered it logs in; anywhere else it only confirms.',
  session: 'none',
  params: z.object({ token: Secret }),
  reply: z.union([
    SignedIn,
    ok({ verified: z.literal(true), /** Addresses that still have to confirm. */ waitsFor: z.string().nullable() }),
  ]),
})

export const readInvitation = endpoint({
  method: 'POST',
  path: '/user/invitation',
  summary: 'What an invitation says, for whoever holds its link.',
  session: 'none',
  body: z.strictObject({ token: Secret }),
  reply: ok({
    organizationName: z.string(),
    inviterName: z.string(),
    email: z.string(),
    role: Role,
    /** Whether this e-mail has an account: then its owner logs in and joins. */
    hasAccount: z.boolean(),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/user/accept-invitation',
  summary:
    'Join an organization. A new person says name and password; somebody with an account calls this signed in, as the person the invitation is for.',
  session: 'none',
  body: z.strictObject({
    token: Secret,
    firstname: Name.min(1).optional(),
    lastname: Name.optional(),
    password: AnyPassword.optional(),
    locale: Locale.default('en'),
  }),
  reply: SignedIn,
})
