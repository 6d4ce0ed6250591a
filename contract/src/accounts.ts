import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Features } from './features.ts'
import { Id, Instant } from './ids.ts'
import { locales } from './locales.gen.ts'
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PINNED_APPS_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'
import { ListedOrganization, Organization } from './organizations.ts'
import { MemberRole } from './permissions.ts'
import { TimeZone } from './time-zone.ts'
import { CurrentViewing } from './viewing.ts'

/** An email address as users type it, compared case-insensitively everywhere. */
export const Email = z.string().trim().max(EMAIL_MAX).pipe(z.email())
/** A password as entered at log-in; only the length limits apply. */
export const AnyPassword = z.string().min(1).max(PASSWORD_MAX)
/** A secret from a link or an earlier response; only its length is checked here. */
export const Secret = z.string().min(1).max(200)
/** The digits of a code, in any grouping; letters occur in backup codes. */
export const Code = z
  .string()
  .overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .min(6)
  .max(12)
/** A first or last name on one line. */
export const Name = oneLine(NAME_MAX)
/** A language of the interface: one for each catalog. */
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>
/** The second step of a log-in: none, a text message or an authenticator app. */
export const MfaMethod = z.enum(['none', 'sms', 'totp'])
export type MfaMethod = z.infer<typeof MfaMethod>

/** The signed-in user. */
export const User = z.object({
  id: Id,
  email: z.string(),
  pendingEmail: z.string().nullable().describe('The new address until it is confirmed; null otherwise.'),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string().nullable().describe('E.164, or null.'),
  phoneVerified: z.boolean(),
  role: MemberRole,
  roleName: z.string().nullable().describe('The name of the custom role; null for a built-in one.'),
  permissions: z.array(z.string()),
  scope: z.enum(['all', 'groups']).describe('Whether the member sees all contacts or only those of some groups.'),
  locale: Locale,
  timezone: z.string().nullable().describe('Null: uses the time zone of the organization.'),
  colorScheme: z.enum(['light', 'dark', 'auto']),
  muteNotifications: z.boolean(),
  emailNotices: z.boolean().describe('Whether the user gets emails that are not about security.'),
  pinnedApps: z.array(z.string()),
  ssoSlug: z.string().optional().describe('Set in a session through single sign-on, for /auth/sso/{ssoSlug}.'),
  mfa: z.object({
    method: MfaMethod,
    backupCodesLeft: z.number().int(),
    neededFrom: Instant.nullable().describe(
      'When this organization requires two-step login of a user who has not set it up; null when nothing is to be done.',
    ),
  }),
})
export type User = z.infer<typeof User>

/** The response of every kind of log-in. */
const session = {
  token: z.string(),
  user: User,
  organization: Organization,
  needBilling: z.boolean(),
  intercomHash: z.string().nullable(),
  features: Features,
  /** The organizations of the user, this one included; parents first, then by name. */
  organizations: z.array(ListedOrganization.extend({ role: MemberRole })),
}
/** One organization a user belongs to. */
export type Belonging = z.infer<(typeof session)['organizations']>[number]

/** A completed log-in: the whole session. */
export const SignedIn = ok({
  ...session,
  deviceToken: z.string().optional().describe('Set when the user asked to trust this device; sent with later log-ins.'),
  needInfo: z.boolean().optional().describe('True until the founder of an organization has entered its name and size.'),
})
export type SignedIn = z.infer<typeof SignedIn>

/** A log-in that waits for the second step. */
export const MfaRequired = ok({
  mfaRequired: z.literal(true),
  mfaToken: z.string().describe('Valid for the second step only, for 5 minutes.'),
  method: z.enum(['sms', 'totp']),
  maskedDestination: z
    .string()
    .nullable()
    .describe('Where the code was sent, mostly masked; null with an authenticator app.'),
})
export type MfaRequired = z.infer<typeof MfaRequired>
/** A log-in of a user whose email is not confirmed yet. */
export const Unverified = ok({ unverifiedToken: z.string() })
export type Unverified = z.infer<typeof Unverified>

/** The three responses to a correct password. */
export const LoginReply = z.union([SignedIn, MfaRequired, Unverified])
export type LoginReply = z.infer<typeof LoginReply>

export const login = endpoint({
  method: 'POST',
  path: '/user/login',
  summary: 'Logs in with email and password.',
  session: 'none',
  fails: ['invalid_credentials', 'other_login_needed'],
  body: z.strictObject({
    email: z.string().trim().min(1).max(EMAIL_MAX),
    password: AnyPassword,
    deviceToken: Secret.optional().describe('From an earlier log-in on a trusted device: skips the second step.'),
    organizationId: Id.optional().describe('Opens this organization if the user is a member, otherwise the first.'),
  }),
  reply: LoginReply,
})

export const sendLoginLink = endpoint({
  method: 'POST',
  path: '/user/login-link',
  summary:
    'Emails a login link that works once, within 15 minutes. The response is the same whether or not the email has an account.',
  session: 'none',
  body: z.strictObject({ email: Email }),
  reply: ok({}),
})

export const tokenLogin = endpoint({
  method: 'POST',
  path: '/user/token-login',
  summary: 'Logs in with the token of an emailed link. Two-step login still applies.',
  session: 'none',
  fails: ['invalid_credentials', 'link_invalid', 'other_login_needed'],
  body: z.strictObject({ token: Secret, deviceToken: Secret.optional() }),
  reply: LoginReply,
})

export const verifyMfa = endpoint({
  method: 'POST',
  path: '/user/verify-mfa',
  summary: 'Completes two-step login with a code from an authenticator app, a texted code or a backup code.',
  session: 'none',
  fails: ['invalid_credentials', 'code_wrong', 'code_dead', 'codes_locked', 'mfa_expired', 'other_login_needed'],
  body: z.strictObject({ mfaToken: Secret, code: Code, trustDevice: z.boolean().default(false) }),
  reply: SignedIn,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/user/forgot-password',
  summary: 'Emails a link to choose a new password. The response is the same whether or not the email has an account.',
  session: 'none',
  body: z.strictObject({ email: Email }),
  reply: ok({}),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/reset-password/{token}',
  summary: 'Sets a new password. Ends every session and does not change two-step login.',
  session: 'none',
  fails: ['link_invalid', 'password_weak'],
  params: z.object({ token: Secret }),
  body: z.strictObject({ password: AnyPassword }),
  reply: ok({}),
})

export const unsubscribeEmail = endpoint({
  method: 'POST',
  path: '/user/unsub-email',
  summary: 'Unsubscribes from emails that are not about security, with the token from the email.',
  session: 'none',
  body: z.strictObject({ token: z.string().min(1).max(400) }),
  reply: ok({}),
})

export const logout = endpoint({
  method: 'POST',
  path: '/user/logout',
  secondStep: 'not_needed',
  summary: 'Ends this session. Its sockets close within a second.',
  session: 'any',
  pastDue: 'allowed',
  reply: ok({}),
})

export const me = endpoint({
  method: 'GET',
  path: '/user/me',
  viewing: 'allowed',
  secondStep: 'not_needed',
  summary: 'Returns the logged-in user, the current organization and the user’s other organizations.',
  pastDue: 'allowed',
  reply: ok({
    user: session.user,
    organization: session.organization,
    needBilling: session.needBilling,
    intercomHash: session.intercomHash,
    features: session.features,
    organizations: z.array(session.organizations.element.extend({ unread: z.number().int() })),
    viewing: CurrentViewing.optional(),
    supportEmail: z.string().optional().describe('Where users write for help, if the operator set an address.'),
    supportChat: z.object({ appId: z.string(), region: z.enum(['us', 'eu', 'ap']) }).optional(),
  }),
})

export const switchOrg = endpoint({
  method: 'POST',
  path: '/user/switch-org',
  secondStep: 'not_needed',
  summary:
    'Switches to another organization and returns a new token. The token of this call stays in its organization and is valid for 60 more seconds.',
  pastDue: 'allowed',
  fails: ['same_organization', 'switch_pending', 'other_login_needed'],
  body: z.strictObject({ organizationId: Id }),
  reply: SignedIn,
})

export const editSettings = endpoint({
  method: 'PATCH',
  path: '/user/settings',
  secondStep: 'not_needed',
  summary:
    'Updates the account of the user. Only the given fields change. A new email must be confirmed at both addresses, a new phone number requires its verification code, and a new password or email requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['code_dead', 'password_weak', 'proof_needed', 'phone_missing', 'phone_invalid', 'password_login_needed'],
  body: z.strictObject({
    firstname: Name.min(1).optional(),
    lastname: Name.optional(),
    email: Email.optional(),
    phone: z.string().trim().max(40).optional(),
    phoneProof: Secret.optional().describe('From verify-phone-code; a phone without it is stored as unverified.'),
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
    token: z.string().optional().describe('A new password ends every session and opens this one again.'),
  }),
})

/** One session of a user. */
export const SessionRow = z.object({
  id: Id,
  current: z.boolean().describe('The session that made this request.'),
  device: z.string().describe('Such as "Chrome on Windows".'),
  address: z.string().describe('The network the session was opened from, without its last part.'),
  organizationName: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
})
export type SessionRow = z.infer<typeof SessionRow>

export const sessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  secondStep: 'not_needed',
  summary: 'Lists the user’s sessions, most recently used first, at most 20.',
  pastDue: 'allowed',
  reply: ok({ data: z.array(SessionRow), trustedDevices: z.number().int() }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  secondStep: 'not_needed',
  summary: 'Ends one of the user’s own sessions.',
  pastDue: 'allowed',
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/other-sessions',
  secondStep: 'not_needed',
  summary: 'Ends every other session and removes every trusted device. Requires a recent password confirmation.',
  pastDue: 'allowed',
  fails: ['proof_needed', 'password_login_needed'],
  reply: ok({ ended: z.number().int() }),
})

export const prove = endpoint({
  method: 'POST',
  path: '/user/prove',
  secondStep: 'not_needed',
  summary: 'Confirms the password of the user. Changes that require this are allowed for the next 10 minutes.',
  pastDue: 'allowed',
  fails: ['invalid_credentials'],
  body: z.strictObject({ password: AnyPassword }),
  reply: ok({}),
})
