import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { inLanguages } from './flows.ts'
import { HrAuthority, HrCustomField, HrField } from './hr-custom.ts'
import { HR_CUSTOM_MAX, HR_DEPARTMENTS_MAX, HR_TEXT_MAX, HR_WELCOME_MAX } from './hr-limits.ts'
import { Id, Instant } from './ids.ts'
import { pageQuery } from './paging.ts'

export { HrAuthority, HrField }

/** The text that people get whom a sync adds. */
export const HrWelcome = z.strictObject({
  isOn: z.boolean(),
  text: inLanguages(z.string().max(HR_WELCOME_MAX).trim().min(1)).describe(
    'May contain merge fields such as {first_name|there}. People whose language is missing get English, or else the first one.',
  ),
})
export type HrWelcome = z.infer<typeof HrWelcome>

const share = z.number().int().min(1).max(100)

/** How the people of an HR system become contacts. */
export const HrSettings = z.strictObject({
  authority: z.strictObject(
    Object.fromEntries(
      HrField.options.map((field) => [field, field === 'firstname' ? HrAuthority.exclude(['off']) : HrAuthority]),
    ) as Record<HrField, typeof HrAuthority>,
  ),
  custom: z
    .array(HrCustomField)
    .max(HR_CUSTOM_MAX)
    .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, 'Each custom field once.')
    .describe('Custom fields that the source fills.'),
  phoneFrom: z.enum(['personal', 'work', 'any']).describe('`any`: the personal number, or else the work number.'),
  emailFrom: z.enum(['work', 'personal', 'any']).describe('`any`: the work address, or else the personal one.'),
  locationFrom: z.enum(['site', 'city']),
  onLeave: z.enum(['terminate', 'archive']).describe('What happens to the contact of a person who left.'),
  contractors: z.boolean().describe('Whether contractors become contacts too.'),
  departments: z
    .array(z.string().trim().min(1).max(HR_TEXT_MAX))
    .max(HR_DEPARTMENTS_MAX)
    .describe('Only people of these departments become contacts; empty for all.'),
  locations: z
    .array(z.string().trim().min(1).max(HR_TEXT_MAX))
    .max(HR_DEPARTMENTS_MAX)
    .describe('Only people of these locations become contacts; empty for all.'),
  groups: z
    .array(z.enum(['department', 'location']))
    .max(2)
    .describe('Groups that fill themselves by these values.'),
  leavePct: share.describe('A sync in which more than this share of the people left asks first.'),
  changePct: share.describe('A sync that changes more than this share of the people asks first.'),
  schedule: z.enum(['daily', 'manual']),
  autoApply: z.boolean().describe('Whether a sync without questions is applied by itself, after the first one.'),
  expectsFile: z
    .strictObject({
      weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).describe('1 is Monday.'),
      time: z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
        .describe('By when, in the time zone of the organization.'),
    })
    .nullable()
    .describe('When a file of people is expected: one that does not arrive is reported.'),
  welcome: HrWelcome.describe(
    'A text for people whom a sync adds and who agreed to get texts: once per person, and never during their rest.',
  ),
})
export type HrSettings = z.infer<typeof HrSettings>

/** A change of these settings: what is left out stays as it is, so that two members can change different ones. */
export const HrSettingsChange = HrSettings.partial().extend({
  authority: HrSettings.shape.authority.partial().optional(),
})
export type HrSettingsChange = z.infer<typeof HrSettingsChange>

/** Where the list of people comes from: an HR system through Finch, files that arrive, or people pushed with SCIM. */
export const HrSource = z.enum(['finch', 'file', 'scim'])
export type HrSource = z.infer<typeof HrSource>

/** The connection to an HR system. `reauth`: the HR system withdrew it, and an admin must connect again. */
export const HrConnection = z.object({
  state: z.enum(['connected', 'reauth']),
  source: HrSource,
  system: z.string().describe('The name of the HR system, such as ADP Run.'),
  company: z.string(),
  formerCompany: z.string().nullable().describe('Which company still keeps the people, until a member decides.'),
  connectedAt: Instant,
  nextSyncAt: Instant.nullable(),
  people: z.number().int().describe('People who are linked to a contact.'),
  isAttested: z.boolean().describe('Whether a member stated that these people agreed to get texts.'),
})
export type HrConnection = z.infer<typeof HrConnection>

/** What a sync does with a person. `seen` changes only what is remembered about them. */
export const HrRowKind = z.enum(['create', 'update', 'leave', 'rehire', 'problem', 'skip', 'unchanged', 'seen'])
export type HrRowKind = z.infer<typeof HrRowKind>

/** How a member settles a problem. */
export const HrFix = z.enum(['same', 'share', 'without_phone', 'someone_else', 'ignore'])
export type HrFix = z.infer<typeof HrFix>

/** Why a sync waits for a member although it could be applied. */
export const HrBrake = z.object({
  kind: z
    .enum(['empty', 'leavers', 'changes', 'unclear', 'company'])
    .describe(
      '`unclear`: people would count as having left although some rows do not say whom they are about. `company`: another company is connected than the one that keeps the people.',
    ),
  people: z.number().int().describe('How many people it concerns.'),
  of: z.number().int().describe('How many were linked before.'),
  companies: z
    .object({ former: z.string(), now: z.string() })
    .optional()
    .describe('With `company`: which one it was, and which one it is now.'),
})
export type HrBrake = z.infer<typeof HrBrake>

export const HrSyncState = z.enum([
  'reading',
  'comparing',
  'review',
  'applying',
  'done',
  'failed',
  'discarded',
  'undoing',
  'undone',
])
export type HrSyncState = z.infer<typeof HrSyncState>

/** One reading of the HR system, and what it changed. */
export const HrSync = z.object({
  id: Id,
  state: HrSyncState,
  isScheduled: z.boolean(),
  startedBy: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  read: z.number().int().describe('People read so far.'),
  total: z.number().int().nullable(),
  progress: z.number().int().describe('Rows of the current step that are done.'),
  counts: z.record(HrRowKind, z.number().int()),
  brake: HrBrake.nullable(),
  problem: z.string().nullable().describe('Why it failed.'),
  comparedAt: Instant.nullable().describe('When it was compared last: applying it names what was reviewed.'),
  needsConsent: z.boolean().describe('Whether applying it needs the statement that these people agreed to get texts.'),
  welcome: z
    .object({
      possible: z.number().int().describe('People whom it would add and who can get a welcome text.'),
      queued: z.number().int().describe('People who got one, or whose text waits until they may be texted.'),
      missed: z.number().int().describe('People whom it added without one, because nothing could be sent.'),
    })
    .describe('Who gets a welcome text, once that is turned on.'),
  undoUntil: Instant.nullable(),
})
export type HrSync = z.infer<typeof HrSync>

/** What a sync found about one person. */
export const HrRow = z.object({
  row: z.number().int(),
  externalId: z.string(),
  name: z.string(),
  kind: HrRowKind,
  contactId: Id.nullable(),
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string().optional().describe('The name of a custom field.'),
      before: z.string(),
      after: z.string(),
    }),
  ),
  problem: z
    .object({ text: z.string(), fixes: z.array(HrFix), contactId: Id.nullable(), contactName: z.string().nullable() })
    .nullable(),
})
export type HrRow = z.infer<typeof HrRow>

const named = { id: Id }
const overview = ok({
  isSetUp: z.boolean().describe('Whether this installation can read HR systems.'),
  connection: HrConnection.nullable(),
  settings: HrSettings,
  syncs: z.array(HrSync).describe('The last syncs, newest first.'),
  sourceFields: z.array(z.string()).describe('What the source says beyond the standard fields, by name.'),
})
const changes = { can: 'organization.manage', apiKeys: 'refused' } as const

export const readHr = endpoint({
  method: 'GET',
  path: '/organization/finch',
  summary: 'Returns the connection to the HR system with its settings and last syncs.',
  can: 'organization.manage',
  reply: overview,
})

export const connectHr = endpoint({
  method: 'POST',
  path: '/organization/finch',
  summary:
    'Saves how people become contacts; settings that are left out stay. Starts connecting with `connect`, and returns the page that allows it.',
  ...changes,
  fails: ['hr_not_set_up', 'hr_connected', 'proof_needed'],
  body: z.strictObject({ settings: HrSettingsChange.optional(), connect: z.boolean().default(false) }),
  reply: ok({ connectUrl: z.string().nullable() }),
})

export const finishHrConnection = endpoint({
  method: 'GET',
  path: '/organization/integration/finch/{orgId}',
  summary: 'Exchanges the code of the connection page, once, and starts the first sync.',
  ...changes,
  plan: 'needed',
  fails: ['hr_not_set_up', 'hr_refused'],
  params: z.object({ orgId: Id }),
  query: z.object({ code: z.string().min(1).max(500), state: z.string().max(200).optional() }),
  reply: overview,
})

export const disconnectHr = endpoint({
  method: 'DELETE',
  path: '/organization/finch',
  summary: 'Ends the connection. Contacts stay and are no longer locked; with `keepContacts=false` they are archived.',
  ...changes,
  plan: 'not_needed',
  fails: ['hr_not_connected', 'hr_busy', 'proof_needed'],
  query: z.object({ keepContacts: z.enum(['true', 'false']).default('true') }),
  reply: overview,
})

export const refreshHris = endpoint({
  method: 'PUT',
  path: '/organization/refresh-hris',
  summary: 'Starts a sync. Its progress arrives as `run-updated`.',
  can: 'organization.manage',
  fails: ['hr_not_connected', 'hr_busy'],
  reply: ok({ runId: Id }),
})

export const hrSync = endpoint({
  method: 'GET',
  path: '/organization/finch/sync/{id}',
  summary: 'Returns a sync and a page of what it found, or what it did.',
  can: 'organization.manage',
  params: z.object(named),
  query: z.object({ kind: HrRowKind.optional(), cursor: pageQuery.cursor, pageSize: pageQuery.pageSize }),
  reply: ok({ sync: HrSync, data: z.array(HrRow), nextCursor: z.string().optional() }),
})

export const applyHrSync = endpoint({
  method: 'POST',
  path: '/organization/finch/sync/{id}/apply',
  summary: 'Applies a sync that waits for a review.',
  ...changes,
  fails: ['outdated'],
  params: z.object(named),
  body: z.strictObject({
    comparedAt: Instant.describe('The comparison that was reviewed; another one is `outdated`.'),
    agreed: z.boolean().default(false).describe('These people agreed to get texts.'),
    welcome: HrWelcome.optional().describe('Replaces the welcome text, for this sync and later ones.'),
    confirmed: z.number().int().optional().describe('With a brake: the number of people it concerns.'),
  }),
  reply: ok({ sync: HrSync }),
})

export const discardHrSync = endpoint({
  method: 'POST',
  path: '/organization/finch/sync/{id}/discard',
  summary: 'Drops a sync that waits for a review; no contact changes.',
  ...changes,
  fails: ['outdated'],
  params: z.object(named),
  body: z.strictObject({}),
  reply: ok({ sync: HrSync }),
})

export const undoHrSync = endpoint({
  method: 'POST',
  path: '/organization/finch/sync/{id}/undo',
  summary: 'Reverts a sync within seven days. Later changes stay, and the next sync asks before it applies anything.',
  ...changes,
  fails: ['undo_over', 'hr_busy', 'outdated'],
  params: z.object(named),
  body: z.strictObject({}),
  reply: ok({ sync: HrSync }),
})

export const fixHrRow = endpoint({
  method: 'POST',
  path: '/organization/finch/sync/{id}/fix',
  summary:
    'Settles a problem of one person, now and for later syncs. A sync that waits for a review is compared again.',
  ...changes,
  fails: ['outdated'],
  params: z.object(named),
  body: z.strictObject({ row: z.number().int().min(0).max(10_000_000), fix: HrFix }),
  reply: ok({ sync: HrSync }),
})
