import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { HOLD_CONTACTS_MAX, HOLD_GROUPS_MAX, HOLD_NAME_MAX, HOLD_REASON_MAX } from './legal-hold-limits.ts'
import { oneLine } from './one-line.ts'

/** Whom a legal hold covers. */
export const HoldCoverage = z.enum(['contacts', 'groups', 'everyone'])
export type HoldCoverage = z.infer<typeof HoldCoverage>

const Named = z.object({ id: Id, name: z.string() })

/** A legal hold: while it is in force, nothing that it covers is deleted. */
export const LegalHold = z.object({
  id: Id,
  name: z.string(),
  reason: z.string(),
  covers: HoldCoverage,
  contacts: z.array(Named).describe('The first 20 contacts that it names.'),
  contactCount: z
    .number()
    .int()
    .describe('How many contacts it names, for groups those who were or have left; 0 for everyone.'),
  groups: z.array(Named),
  from: z.iso.date().nullable().describe('The first day, in the time zone of the organization.'),
  to: z.iso.date().nullable().describe('The last day, in the time zone of the organization.'),
  placedAt: Instant,
  placedBy: z.string(),
  releasedAt: Instant.nullable(),
  releasedBy: z.string(),
  releaseReason: z.string(),
})
export type LegalHold = z.infer<typeof LegalHold>

export const legalHolds = endpoint({
  method: 'GET',
  path: '/legal-hold',
  viewing: 'allowed',
  summary: 'Lists every legal hold, those in force first. Refused to who is limited to some groups.',
  can: 'records.manage',
  apiKeys: 'refused',
  reply: ok({ holds: z.array(LegalHold) }),
})

export const placeHold = endpoint({
  method: 'POST',
  path: '/legal-hold',
  summary:
    'Places a legal hold on contacts, groups or everyone, for all days or some. Contacts who leave a group stay covered. Waits for deletions that have begun.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['too_many'],
  body: z.strictObject({
    name: oneLine(HOLD_NAME_MAX).min(1),
    reason: oneLine(HOLD_REASON_MAX).min(1),
    covers: HoldCoverage,
    contactIds: z.array(Id).max(HOLD_CONTACTS_MAX).default([]),
    groupIds: z.array(Id).max(HOLD_GROUPS_MAX).default([]),
    from: z.iso.date().nullable().default(null),
    to: z.iso.date().nullable().default(null),
  }),
  reply: ok({ hold: LegalHold }),
})

export const releaseHold = endpoint({
  method: 'POST',
  path: '/legal-hold/{id}/release',
  summary: 'Releases a legal hold, with the reason. It stays in the list as a record.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['hold_released'],
  params: z.object({ id: Id }),
  body: z.strictObject({ reason: oneLine(HOLD_REASON_MAX).min(1) }),
  reply: ok({ hold: LegalHold }),
})
