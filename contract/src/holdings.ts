import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** Kinds of things that a member made or runs, besides conversations and texts. */
export const HeldKind = z.enum([
  'broadcasts',
  'broadcastDrafts',
  'forms',
  'optInPages',
  'celebrations',
  'apiKeys',
  'webhooks',
  'holds',
])
export type HeldKind = z.infer<typeof HeldKind>

/** What one member holds of one kind. */
const Held = z.object({
  kind: HeldKind,
  count: z.number().int(),
  names: z.array(z.string()).describe('Of the newest 20; empty for a caller who could not take this kind over.'),
  canHandOver: z.boolean().describe('False for holds: they stay in force, and who placed them does not change.'),
  taken: z
    .enum(['skipped', 'waits', 'goes_on'])
    .nullable()
    .describe(
      'With `toUserId`, what would happen: that member lacks the permission, must look and send it again, or it goes on for them.',
    ),
  without: z
    .enum(['stops', 'continues'])
    .describe(
      'What happens when no one takes it over. Scheduled and repeated broadcasts of a former member are not sent.',
    ),
})

/** What a member leaves behind besides the things that they made. */
const leftWork = {
  conversations: z.number().int().describe('Assigned to them and not archived.'),
  hidden: z
    .number()
    .int()
    .describe('With `toUserId`, the conversations that this member cannot see, which become unassigned; else 0.'),
  waitingTexts: z.number().int(),
  drafts: z.number().int().describe('Unsent texts of theirs, which are deleted.'),
}

/** One line of what became of a thing that a former member held. */
const Handover = z.object({
  id: Id,
  kind: z.union([HeldKind, z.enum(['membership', 'conversations', 'waitingTexts', 'drafts'])]),
  name: z.string().nullable(),
  count: z.number().int(),
  outcome: z.enum(['left', 'handed_over', 'unassigned', 'kept', 'canceled', 'deleted', 'revoked']),
  to: z.string().nullable(),
  by: z.string().nullable().describe('Null when an identity provider did it.'),
  at: Instant,
})

const Leaver = z.object({ id: Id, userId: Id, name: z.string(), email: z.string(), leftAt: Instant.nullable() })

export const formerMembers = endpoint({
  method: 'GET',
  path: '/organization/team/former',
  summary: 'Lists up to 200 former members by name, with how many things each still holds.',
  can: 'team.manage',
  apiKeys: 'refused',
  reply: ok({ data: z.array(Leaver.extend({ held: z.number().int() })) }),
})

export const memberHoldings = endpoint({
  method: 'GET',
  path: '/organization/team/holdings',
  summary:
    'Lists what a member, or a former one, holds, and what became of the rest: conversations, texts, broadcasts, forms, pages, celebrations, API keys, webhooks and holds.',
  can: 'team.manage',
  apiKeys: 'refused',
  query: z.object({ memberId: Id, toUserId: Id.optional().describe('A member who would take over.') }),
  reply: ok({
    member: Leaver,
    ...leftWork,
    held: z.array(Held),
    handovers: z.array(Handover).describe('Newest first, up to 200.'),
  }),
})

export const ownHoldings = endpoint({
  method: 'GET',
  path: '/user/holdings',
  summary:
    'Lists what the user would leave behind in this organization: conversations, texts, drafts, broadcasts, forms, pages, celebrations, API keys, webhooks and holds.',
  pastDue: 'allowed',
  apiKeys: 'refused',
  viewing: 'refused',
  query: z.object({ toUserId: Id.optional().describe('A member who would take over.') }),
  reply: ok({ ...leftWork, held: z.array(Held) }),
})

export const handOverHoldings = endpoint({
  method: 'POST',
  path: '/organization/team/hand-over',
  summary:
    'Gives what a former member still holds to another member. Kinds for which that member lacks the permission stay, and are listed in the response.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['still_member'],
  body: z.strictObject({
    memberId: Id,
    toUserId: Id,
    kinds: z.array(HeldKind).min(1).max(8).optional().describe('All when absent.'),
  }),
  reply: ok({ skipped: z.array(HeldKind) }),
})
