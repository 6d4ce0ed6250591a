import { z } from 'zod'
import { AnyPassword, Email, Locale, Name, MfaRequired, Secret, SignedIn } from './accounts.ts'
import { TimeZone } from './time-zone.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { oneLine } from './one-line.ts'
import { ORGANIZATION_NAME_MAX } from './limits.ts'
import { Headcount, Industry } from './organizations.ts'
import { MemberRole } from './permissions.ts'

export const register = endpoint({
  method: 'POST',
  path: '/user/register',
  summary:
    'Starts a sign-up. The response is the same for every email; one with an account gets an email that says so, any other a confirmation link.',
  session: 'none',
  fails: ['password_weak'],
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
  secondStep: 'not_needed',
  summary: 'Sets the details of a new organization, once, by its founder.',
  session: 'any',
  pastDue: 'allowed',
  fails: ['not_permitted', 'info_known', 'phone_invalid'],
  body: z.strictObject({
    firstname: Name.min(1).optional(),
    lastname: Name.min(1).optional(),
    phone: z.string().trim().max(40).default(''),
    organization: z.strictObject({
      name: oneLine(ORGANIZATION_NAME_MAX).min(1),
      industry: Industry,
      headcount: Headcount,
      timezone: TimeZone,
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .describe('ISO 3166.'),
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
  secondStep: 'not_needed',
  summary: 'Emails the confirmation link again, at most three times an hour.',
  session: 'any',
  pastDue: 'allowed',
  fails: ['not_permitted', 'info_known'],
  reply: ok({ email: z.string() }),
})

export const verifyEmail = endpoint({
  method: 'PUT',
  path: '/user/verify/{token}',
  summary:
    'Confirms an email with the token of the emailed link. Logs in on the device that registered; on any other device it only confirms.',
  session: 'none',
  fails: ['link_invalid'],
  params: z.object({ token: Secret }),
  reply: z.union([
    SignedIn,
    ok({
      verified: z.literal(true),
      waitsFor: z.string().nullable().describe('The address that still has to be confirmed.'),
    }),
  ]),
})

export const readInvitation = endpoint({
  method: 'POST',
  path: '/user/invitation',
  summary: 'Returns the details of an invitation by the token of its link.',
  session: 'none',
  fails: ['link_invalid'],
  body: z.strictObject({ token: Secret }),
  reply: ok({
    organizationName: z.string(),
    inviterName: z.string(),
    email: z.string(),
    role: MemberRole,
    roleName: z.string().nullable().describe('The name of the custom role; null for a built-in one.'),
    hasAccount: z
      .boolean()
      .describe('Whether this email has an account that can log in: if so, its owner logs in and joins.'),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/user/accept-invitation',
  summary:
    'Accepts an invitation. A new user gives a name and a password, and so does one who belongs to no organization any more; any other user with an account must be logged in with the invited email.',
  session: 'none',
  fails: [
    'link_invalid',
    'password_weak',
    'invitation_for_other',
    'account_exists',
    'already_member',
    'switch_pending',
    'email_not_allowed',
    'other_login_needed',
  ],
  body: z.strictObject({
    token: Secret,
    firstname: Name.min(1).optional(),
    lastname: Name.optional(),
    password: AnyPassword.optional(),
    locale: Locale.default('en'),
  }),
  reply: z.union([SignedIn, MfaRequired]),
})
