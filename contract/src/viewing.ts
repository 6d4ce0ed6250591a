import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** Set when a member views as another one. */
export const CurrentViewing = z
  .object({ viewer: z.string().describe('The name of the member who views.'), expiresAt: Instant })
  .describe('Set when a member views as the user; phone, second step and other organizations are left out then.')

export const startViewing = endpoint({
  method: 'POST',
  path: '/organization/team/viewing',
  summary:
    'Opens the product as a member sees it, read only and for 15 minutes, with what both that member and the caller may see. Recorded in the audit log, and shown to the viewed member. Needs a recent proof of identity.',
  plan: 'not_needed',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['own_membership', 'role_too_high', 'proof_needed'],
  body: z.strictObject({ memberId: Id }),
  reply: ok({
    token: z.string().describe('Opens the product as the member; ends with the session of the caller at the latest.'),
    expiresAt: Instant,
  }),
})

export const endViewing = endpoint({
  method: 'DELETE',
  path: '/organization/team/viewing',
  summary: 'Ends the viewing whose token calls, or with a token of a session every viewing that its user started here.',
  secondStep: 'not_needed',
  pastDue: 'allowed',
  viewing: 'allowed',
  reply: ok({}),
})

export const ownViewings = endpoint({
  method: 'GET',
  path: '/user/viewings',
  summary: 'Lists who viewed this organization as the calling user, newest first, up to 50.',
  secondStep: 'not_needed',
  pastDue: 'allowed',
  reply: ok({
    data: z.array(
      z.object({
        id: Id,
        viewer: z.string().describe('The name of the member who viewed.'),
        startedAt: Instant,
        endedAt: Instant.describe('When it ended, or will end at the latest.'),
      }),
    ),
  }),
})
