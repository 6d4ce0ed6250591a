import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Features } from './features.ts'
import { Id, Instant } from './ids.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PINNED_APPS_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'
import { Organization } from './organizations.ts'
import { Role } from './permissions.ts'
import { TimeZone } from './time-zone.ts'

/** An e-mail address as people type it; case does not matter anywhere. */
export const Email = z.string().trim().max(EMAIL_MAX).pipe(z.email())
/** A password as given at log-in: anything that could be one. */
export const AnyPassword = z.string().min(1).max(PASSWORD_MAX)
/** A secret from a link or an earlier answer; whatever it is, it opens something or nothing. */
export const Secret = z.string().min(1).max(200)
/** The digits of a code, however people group them; the letters are those of backup codes. */
export const Code = z
  .string()
  .overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .min(6)
  .max(12)
/** A first or last name on one line. */
export const Name = oneLine(NAME_MAX)
/** A language the product speaks to staff. */
export const Locale = z.enum(['en', 'es'])
export type Locale = z.infer<typeof Locale>
/** How a person proves at log-in that it is they: not at all, by a text, or with an authenticator app. */
export const MfaMethod = z.enum(['none', 'sms', 'totp'])
export type MfaMethod = z.infer<typeof MfaMethod>

/** The signed-in person. */
export const User = z.object({
  id: Id,
  email: z.string(),
  /** The address a change of e-mail waits for; null when none is under way. */
  pendingEmail: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  /** E.164, or null. */
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  role: Role,
  permissions: z.array(z.string()),
  /** Whether the member sees everybody, or only the workers of some groups. */
  scope: z.enum(['all', 'groups']),
  locale: Locale,
  /** Null: the organization's. */
  timezone: z.string().nullable(),
  colorScheme: z.enum(['light', 'dark', 'auto']),
  muteNotifications: z.boolean(),
  /** Whether e-mails come that are not about security. */
  emailNotices: z.boolean(),
  pinnedApps: z.array(z.string()),
  mfa: z.object({ method: MfaMethod, backupCodesLeft: z.number().int() }),
})
export type User = z.infer<typeof User>

/** What every kind of log-in answers. */
const session = {
  token: z.string(),
  user: User,
  organization: Organization,
  needBilling: z.boolean(),
  intercomHash: z.string().nullable(),
  features: Features,
  /** Where the person belongs, this organization included; parents first, then by name. */
  organizations: z.array(z.object({ id: Id, name: z.string(), parentOrganizationId: Id.nullable(), role: Role })),
}
/** One organization a person belongs to. */
export type Belonging = z.infer<(typeof session)['organizations']>[number]

/** A log-in that is done: the whole session. */
export const SignedIn = ok({
  ...session,
  /** Given when this device was asked to be trusted; sent along with later log-ins. */
  deviceToken: z.string().optional(),
  /** True until the founder of an organization has said its name and size. */
  needInfo: z.boolean().optional(),
})
export type SignedIn = z.infer<typeof SignedIn>

/** A log-in that waits for the second step. */
export const MfaRequired = ok({
  mfaRequired: z.literal(true),
  /** Opens the second step for 5 minutes, and nothing else. */
  mfaToken: z.string(),
  method: z.enum(['sms', 'totp']),
  /** Where the code went, with most of it hidden; null with an app. */
  maskedDestination: z.string().nullable(),
})
export type MfaRequired = z.infer<typeof MfaRequired>

/** A log-in of somebody whose e-mail is not confirmed yet. */
export const Unverified = ok({ unverifiedToken: z.string() })
export type Unverified = z.infer<typeof Unverified>

/** The three ways a right password can be answered. */
export const LoginReply = z.union([SignedIn, MfaRequired, Unverified])
export type LoginReply = z.infer<typeof LoginReply>

export const login = endpoint({
  method: 'POST',
  path: '/user/login',
  summary: 'Log in with e-mail and password.',
  session: 'none',
  body: z.strictObject({
    email: z.string().trim().min(1).max(EMAIL_MAX),
    password: AnyPassword,
    /** From an earlier log-in on a device that was trusted: skips the second step. */
    deviceToken: Secret.optional(),
    /** The organization to open; the first one when unset or not one of theirs. */
    organizationId: Id.optional(),
  }),
  reply: LoginReply,
})

export const sendLoginLink = endpoint({
  method: 'POST',
  path: '/user/login-link',
  summary:
    'Mail a link that logs in once within 15 minutes; the answer is the same whether the e-mail is known or not.',
  session: 'none',
  body: z.strictObject({ email: Email }),
  reply: ok({}),
})

export const tokenLogin = endpoint({
  method: 'POST',
  path: '/user/token-login',
  summary: 'Log in with the token of a mailed link; the second step still applies.',
  session: 'none',
  body: z.strictObject({ token: Secret, deviceToken: Secret.optional() }),
  reply: LoginReply,
})

export const verifyMfa = endpoint({
  method: 'POST',
  path: '/user/verify-mfa',
  summary: 'The second step: a code from the app, from a text, or a backup code.',
  session: 'none',
  body: z.strictObject({ mfaToken: Secret, code: Code, trustDevice: z.boolean().default(false) }),
  reply: SignedIn,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/user/forgot-password',
  summary: 'Mail a link to choose a new password; the answer is the same whether the e-mail is known or not.',
  session: 'none',
  body: z.strictObject({ email: Email }),
  reply: ok({}),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/reset-password/{token}',
  summary: 'Choose a new password; ends every session and leaves the second step as it is.',
  session: 'none',
  params: z.object({ token: Secret }),
  body: z.strictObject({ password: AnyPassword }),
  reply: ok({}),
})

export const unsubscribeEmail = endpoint({
  method: 'POST',
  path: '/user/unsub-email',
  summary: 'Stop e-mails that are not about security; the token is the one in the mail.',
  session: 'none',
  body: z.strictObject({ token: z.string().min(1).max(400) }),
  reply: ok({}),
})

export const logout = endpoint({
  method: 'POST',
  path: '/user/logout',
  summary: 'End this session; its sockets close within a second.',
  session: 'any',
  pastDue: 'allowed',
  reply: ok({}),
})

export const me = endpoint({
  method: 'GET',
  path: '/user/me',
  summary: 'Who is signed in, where, and with which other organizations.',
  pastDue: 'allowed',
  reply: ok({
    user: session.user,
    organization: session.organization,
    needBilling: session.needBilling,
    intercomHash: session.intercomHash,
    features: session.features,
    organizations: z.array(session.organizations.element.extend({ unread: z.number().int() })),
  }),
})

export const switchOrg = endpoint({
  method: 'POST',
  path: '/user/switch-org',
  summary:
    'Open another organization with a new token; the token of this call stays in its organization and lives 60 s longer.',
  pastDue: 'allowed',
  body: z.strictObject({ organizationId: Id }),
  reply: SignedIn,
})

export const editSettings = endpoint({
  method: 'PATCH',
  path: '/user/settings',
  summary:
    'Change what is one’s own; only the fields given change. A new e-mail waits for both addresses, a new phone brings its proof, a new password and a new e-mail need a fresh proof.',
  pastDue: 'allowed',
  body: z.strictObject({
    firstname: Name.min(1).optional(),
    lastname: Name.optional(),
    email: Email.optional(),
    phone: z.string().trim().max(40).optional(),
    /** From verify-phone-code; a phone without it is kept as not verified. */
    phoneProof: Secret.optional(),
    locale: Locale.optional(),
    timezone: TimeZone.nullable().optional(),
    colorScheme: z.enum(['light', 'dark', 'auto']).optional(),
    muteNotifications: z.boolean().optional(),
    emailNotices: z.boolean().optional(),
    pinnedApps: z.array(z.string().min(1).max(40)).max(PINNED_APPS_MAX).optional(),
    newPassword: AnyPassword.optional(),
  }),
  reply: ok({
    user: User,
    /** A new password ends every session and opens this one anew. */ token: z.string().optional(),
  }),
})

/** A place somebody is signed in at. */
export const SessionRow = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  /** Such as "Chrome on Windows". */
  device: z.string(),
  /** The network it was opened from, without its last part. */
  address: z.string(),
  organizationName: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
})
export type SessionRow = z.infer<typeof SessionRow>

export const sessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  summary: 'Where one is signed in, the latest use first; 20 at most.',
  pastDue: 'allowed',
  reply: ok({ data: z.array(SessionRow), trustedDevices: z.number().int() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End one of one’s own sessions.',
  pastDue: 'allowed',
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/other-sessions',
  summary: 'End every other session and forget every trusted device; needs a fresh proof.',
  pastDue: 'allowed',
  reply: ok({ ended: z.number().int() }),
})

export const prove = endpoint({
  method: 'POST',
  path: '/user/prove',
  summary: 'Prove again who one is, with the password; good for 10 minutes of changes that need it.',
  pastDue: 'allowed',
  body: z.strictObject({ password: AnyPassword }),
  reply: ok({}),
})
