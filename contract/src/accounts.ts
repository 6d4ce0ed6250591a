import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Features } from './features.ts'
import { Id } from './ids.ts'
import { Organization } from './organizations.ts'
import { Role } from './permissions.ts'

/** The signed-in person. */
export const User = z.object({
  id: Id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: Role,
  permissions: z.array(z.string()),
  muteNotifications: z.boolean(),
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
}

export const login = endpoint({
  method: 'POST',
  path: '/user/login',
  summary: 'Log in with e-mail and password.',
  session: 'none',
  body: z.strictObject({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(128) }),
  reply: ok(session),
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
    user: User,
    organization: Organization,
    needBilling: z.boolean(),
    intercomHash: z.string().nullable(),
    features: Features,
    organizations: z.array(z.object({ id: Id, name: z.string(), parentOrganizationId: Id.nullable(), role: Role })),
  }),
})
