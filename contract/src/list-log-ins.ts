import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** Why single sign-on refuses a person whom the identity provider named. */
export const SsoRefusal = z.enum([
  'not_proved_again',
  'email_missing',
  'email_unverified',
  'domain_not_allowed',
  'not_member',
  'removed',
  'disabled',
  'other_subject',
])
export type SsoRefusal = z.infer<typeof SsoRefusal>

/** One log-in, or an attempt that was refused. */
export const LogIn = z.object({
  id: Id,
  at: Instant,
  method: z
    .enum(['password', 'code', 'link', 'sso', 'invitation'])
    .describe('How the user proved who they are; `code`: the second step.'),
  refused: z
    .enum(['password', 'code', ...SsoRefusal.options])
    .nullable()
    .describe('What was wrong, or why single sign-on refused; null when it succeeded.'),
  device: z.string(),
  network: z.string().describe('The network of the address, such as 203.0.113.x; the rest is not kept.'),
})
export type LogIn = z.infer<typeof LogIn>

const page = {
  data: z.array(LogIn).describe('Newest first, 50 on a page.'),
  nextCursor: z.string().optional(),
}

export const ownLogIns = endpoint({
  method: 'GET',
  path: '/user/log-ins',
  summary: 'Lists the log-ins of the calling user to this organization, and refused ones.',
  secondStep: 'not_needed',
  pastDue: 'allowed',
  query: z.object({ cursor: z.string().max(600).optional() }),
  reply: ok(page),
})

export const memberLogIns = endpoint({
  method: 'GET',
  path: '/organization/team/log-ins',
  summary: 'Lists the log-ins of a member or a former one to this organization, and refused ones.',
  can: 'organization.manage',
  apiKeys: 'refused',
  query: z.object({ memberId: Id, cursor: z.string().max(600).optional() }),
  reply: ok(page),
})
