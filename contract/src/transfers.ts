import { z } from 'zod'
import { ConsentAction, ConsentMethod } from './consent.ts'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MessageState } from './messages.ts'

/** An organization of the same family that a person can be transferred to. */
export const TransferTarget = z.object({
  id: Id,
  name: z.string(),
  relation: z.enum(['parent', 'child', 'sibling']),
  isDirect: z
    .boolean()
    .describe('The caller may edit contacts there too, so that no one else has to accept the transfer.'),
  canReceive: z.boolean().describe('False while it is past due, needs a plan, or has sync turned off.'),
})
export type TransferTarget = z.infer<typeof TransferTarget>

/** The transfer of a contact out of this organization. */
export const Transfer = z.object({
  id: Id,
  contactId: Id,
  to: z.object({ id: Id, name: z.string() }),
  state: z
    .enum(['offered', 'done', 'declined', 'withdrawn', 'undone'])
    .describe('`offered`: someone there has to accept it. `undone`: it was taken back.'),
  withMessages: z.boolean(),
  by: z.string(),
  at: Instant,
  doneAt: Instant.nullable(),
  undoUntil: Instant.nullable().describe('Until when it can be taken back; null when it cannot.'),
})
export type Transfer = z.infer<typeof Transfer>

/** A consent entry of another organization, as it was recorded there. */
export const CarriedConsentEntry = z.object({
  action: ConsentAction,
  method: ConsentMethod,
  wording: z.string(),
  by: z.string().nullable(),
  at: Instant,
  hash: z.string().nullable().describe('The hash of the entry in the history of that organization.'),
})

/** The transfer of a contact into this organization. */
export const Arrival = z.object({
  id: Id,
  contactId: Id,
  from: z.string().describe('The name of the organization that the person came from.'),
  how: z
    .enum(['added', 'returned', 'joined'])
    .describe('As a new contact, as the contact that had left before, or with a contact that was here.'),
  by: z.string(),
  at: Instant,
  undoUntil: Instant.nullable().describe('Until when it can be sent back; null when it cannot.'),
  texts: z.number().int().describe('How many texts came along.'),
  consent: z.array(CarriedConsentEntry).describe('Oldest first.'),
})
export type Arrival = z.infer<typeof Arrival>

/** A text that came along: a copy to read. */
export const ArrivedText = z.object({
  nth: z.number().int(),
  at: Instant,
  direction: z.enum(['in', 'out']),
  sender: z.string().describe('Who wrote it there; empty for the contact and for automatic texts.'),
  state: MessageState,
  body: z.string(),
  translation: z.string(),
  files: z.array(z.string()).describe('The names of files, which stayed there.'),
})
export type ArrivedText = z.infer<typeof ArrivedText>

export const transferTargets = endpoint({
  method: 'GET',
  path: '/contact/transfer/targets',
  summary: 'Lists the parent, the children and the siblings of this organization that contacts can be transferred to.',
  can: 'contacts.export',
  apiKeys: 'refused',
  viewing: 'allowed',
  reply: ok({ targets: z.array(TransferTarget) }),
})

export const previewTransfer = endpoint({
  method: 'GET',
  path: '/contact/transfer/preview',
  summary: 'Shows what would go along with a contact to another organization of the family, and what would stay.',
  can: 'contacts.export',
  apiKeys: 'refused',
  fails: ['managed_elsewhere', 'on_legal_hold', 'sync_off', 'cannot_receive'],
  query: z.object({ contactId: Id, toId: Id }),
  reply: ok({
    isDirect: z.boolean(),
    goes: z.array(z.string()).describe('The names of the fields with a value that go along.'),
    stays: z.array(z.string()).describe('The names of the fields with a value that do not fit there.'),
    existing: z
      .string()
      .nullable()
      .describe(
        'The name of the contact with this number there; null without one, and for callers who may not see it.',
      ),
    optedOut: z.boolean(),
    consentEntries: z.number().int(),
    texts: z.number().int().describe('How many texts could go along, counted up to `textsMax` plus one.'),
    textsMax: z.number().int(),
    waiting: z.number().int().describe('How many waiting texts would be canceled.'),
    groups: z.number().int().describe('How many groups the contact would leave.'),
  }),
})

export const transferContact = endpoint({
  method: 'POST',
  path: '/contact/transfer',
  summary:
    'Transfers a contact to another organization of the family, or offers it when the caller may not edit contacts there. Fields, consent, opt-outs and, if asked for, texts go along; the contact here is archived. A repeated call returns the same transfer. Can be taken back within 24 hours.',
  can: 'contacts.export',
  apiKeys: 'refused',
  fails: ['phone_taken', 'too_many', 'managed_elsewhere', 'on_legal_hold', 'sync_off', 'cannot_receive', 'outdated'],
  body: z.strictObject({
    contactId: Id,
    toId: Id,
    withMessages: z.boolean().describe('Whether a copy of the texts goes along. Notes of the team never do.'),
    joinExisting: z
      .boolean()
      .default(false)
      .describe('Whether the person is joined with the contact there that has the same number; its fields stay.'),
  }),
  reply: ok({ transfer: Transfer }),
})

export const contactTransfers = endpoint({
  method: 'GET',
  path: '/contact/transfers',
  summary: 'Lists the transfers of a contact out of this organization and into it, newest first.',
  can: 'contacts.read',
  query: z.object({ contactId: Id }),
  reply: ok({ transfers: z.array(Transfer), arrivals: z.array(Arrival) }),
})

export const undoTransfer = endpoint({
  method: 'POST',
  path: '/contact/transfer/{id}/undo',
  summary:
    'Withdraws an offer, or takes back a transfer, in the organization that the contact left; sends the contact back in the one that it came to.',
  can: 'contacts.export',
  apiKeys: 'refused',
  fails: ['phone_taken', 'employee_id_taken', 'on_legal_hold', 'undo_over', 'cannot_receive'],
  params: z.object({ id: Id }),
  reply: ok({ contactId: Id.describe('The contact in this organization.') }),
})

/** A person whom another organization of the family offers. */
export const TransferOffer = z.object({
  id: Id,
  from: z.string(),
  contact: ContactSummary.pick({ firstname: true, lastname: true, phone: true, phoneDisplay: true }),
  optedOut: z.boolean(),
  withMessages: z.boolean(),
  existing: z.string().nullable().describe('The name of the contact with this number here.'),
  by: z.string(),
  at: Instant,
})
export type TransferOffer = z.infer<typeof TransferOffer>

export const transferOffers = endpoint({
  method: 'GET',
  path: '/contact/transfer/offers',
  summary: 'Lists the people whom other organizations of the family offer to this one, oldest first.',
  can: 'contacts.edit',
  apiKeys: 'refused',
  reply: ok({ offers: z.array(TransferOffer) }),
})

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/contact/transfer/{id}/accept',
  summary: 'Accepts a person whom another organization of the family offers: they move now.',
  can: 'contacts.edit',
  apiKeys: 'refused',
  fails: ['phone_taken', 'too_many', 'managed_elsewhere', 'on_legal_hold', 'sync_off', 'cannot_receive', 'outdated'],
  params: z.object({ id: Id }),
  body: z.strictObject({ joinExisting: z.boolean().default(false) }),
  reply: ok({ contactId: Id }),
})

export const declineTransfer = endpoint({
  method: 'POST',
  path: '/contact/transfer/{id}/decline',
  summary: 'Declines a person whom another organization of the family offers.',
  plan: 'not_needed',
  can: 'contacts.edit',
  apiKeys: 'refused',
  fails: ['outdated'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

export const arrivedTexts = endpoint({
  method: 'GET',
  path: '/contact/transfer/{id}/texts',
  summary: 'Returns the texts that came along with a contact, newest first, 100 at a time.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  query: z.object({ before: z.coerce.number().int().min(0).max(1_000_000).optional() }),
  reply: ok({
    from: z.string(),
    texts: z.array(ArrivedText),
    before: z.number().int().nullable().describe('Where the next page begins; null at the end.'),
  }),
})
