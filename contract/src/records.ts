import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Filter } from './filters.ts'
import { Id, Instant } from './ids.ts'
import { HOLD_CONTACTS_MAX, HOLD_GROUPS_MAX } from './legal-hold-limits.ts'
import { oneLine } from './one-line.ts'
import { RECORD_TITLE_MAX } from './record-limits.ts'

const Covers = z.enum(['contacts', 'groups', 'hold', 'filter', 'everyone'])

/** How the people of an export were chosen, as it was when the export began. */
export const ChosenPeople = z.object({
  covers: Covers,
  groups: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The chosen groups, or those that the filter names.'),
  hold: z.object({ id: Id, name: z.string() }).nullable(),
  filter: Filter.nullable().describe(
    'Null also for members who may not read a field of the filter, and once the export has expired.',
  ),
})
export type ChosenPeople = z.infer<typeof ChosenPeople>

/** An export of many conversations, with a signed manifest. */
export const RecordExport = z.object({
  id: Id,
  title: z.string(),
  state: z.enum(['running', 'ready', 'failed', 'expired']),
  conversations: z.number().int(),
  done: z.number().int().describe('How many conversations are written.'),
  files: z.number().int(),
  bytes: z.number().int(),
  chosen: ChosenPeople.nullable().describe(
    'Null for packages about one person, and for exports before this was stored.',
  ),
  root: z.string().nullable().describe('The root hash of the manifest; null while it runs.'),
  createdBy: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  expiresAt: Instant,
})
export type RecordExport = z.infer<typeof RecordExport>

export const recordExports = endpoint({
  method: 'GET',
  path: '/record-export',
  viewing: 'allowed',
  summary: 'Lists the exports of many conversations, newest first. Refused to who is limited to some groups.',
  can: 'records.manage',
  apiKeys: 'refused',
  reply: ok({ exports: z.array(RecordExport) }),
})

export const createRecordExport = endpoint({
  method: 'POST',
  path: '/record-export',
  summary:
    'Starts an export of up to 2,000 conversations: of contacts, groups, what a legal hold covers, who matches a filter (also archived contacts), or everyone. Needs a recent proof of identity.',
  plan: 'owner',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'proof_needed'],
  body: z.strictObject({
    title: oneLine(RECORD_TITLE_MAX).min(1),
    covers: Covers,
    contactIds: z.array(Id).max(HOLD_CONTACTS_MAX).default([]),
    groupIds: z.array(Id).max(HOLD_GROUPS_MAX).default([]),
    holdId: Id.optional(),
    filter: Filter.optional(),
    from: z.iso.date().nullable().default(null),
    to: z.iso.date().nullable().default(null),
    includeNotes: z.boolean().default(true),
    includeFiles: z.boolean().default(true),
  }),
  reply: ok({ export: RecordExport }),
})

export const recordExportLink = endpoint({
  method: 'POST',
  path: '/record-export/{id}/link',
  summary: 'Returns a link that opens a finished export until it expires. Needs a recent proof of identity.',
  plan: 'owner',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['proof_needed'],
  params: z.object({ id: Id }),
  reply: ok({ url: z.string(), expiresAt: Instant }),
})

export const recordKey = endpoint({
  method: 'GET',
  path: '/record-export/key',
  session: 'none',
  summary: 'Shows the public key with which this installation signs exports (Ed25519, raw, base64).',
  reply: ok({ keyId: z.string(), publicKey: z.string() }),
})

export const conversationProof = endpoint({
  method: 'GET',
  path: '/message/proof',
  summary:
    'Downloads a PDF that proves one conversation: the consent with its wording and source, each message with who wrote it and its delivery, translations, files, and a hash.',
  can: 'messages.export',
  pastDue: 'owner',
  fails: ['too_many'],
  answers: 'file',
  query: z.object({ contactId: Id, from: z.iso.date().optional(), to: z.iso.date().optional() }),
  reply: z.unknown(),
})
