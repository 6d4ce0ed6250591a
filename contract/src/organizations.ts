import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { oneLine } from './one-line.ts'
import { ORGANIZATION_NAME_MAX } from './limits.ts'
import { TimeZone } from './time-zone.ts'

/** Whether an organization may work: `past_due` blocks reading and sending until the invoice is paid. */
export const Standing = z.enum(['active', 'past_due', 'closed'])
export type Standing = z.infer<typeof Standing>

/** An organization as a member sees it. */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  parentOrganizationId: Id.nullable(),
  timezone: z.string(),
  /** ISO 3166 country whose number format is assumed when a phone has no country code. */
  country: z.string().length(2),
  standing: Standing,
})
export type Organization = z.infer<typeof Organization>

/** A time of day, such as 21:00. */
export const ClockTime = z.iso.time({ precision: -1 })

/** The days of the week as settings name them. */
export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof Weekday>

/** What an organization has decided about its texts. */
export const OrganizationSettings = z.object({
  /** Texts wait for the morning of the worker (`hold`), ask first (`warn`), or go (`off`). */
  quietHours: z.object({ mode: z.enum(['off', 'warn', 'hold']), start: ClockTime, end: ClockTime }),
  /** When somebody is there to answer, in the organization's zone; a day without hours is closed. */
  businessHours: z.partialRecord(Weekday, z.object({ from: ClockTime, to: ClockTime })),
  /** The answer to texts outside those hours, once in 12 hours a worker; off when empty. */
  awayReply: z.string().max(480),
  /** The answer instead on holidays; the away reply when empty. */
  holidayReply: z.string().max(480),
  /** Who answers first gets the conversation. */
  autoAssign: z.enum(['off', 'first_reply']),
  translation: z.object({
    /** The team's language. */
    language: z.string().max(35),
    inbound: z.boolean(),
    outbound: z.boolean(),
    /** Words that stay as they are: names of machines, sites, products. */
    glossary: z.array(z.string().max(60)).max(200),
  }),
  /** How the carrier's answer to HELP names the way to reach the organization. */
  helpContact: z.string().max(120),
  /** A worker's first text is followed by who we are and how to stop it, once. */
  firstContactNotice: z.boolean(),
})
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

export const organizationSettings = endpoint({
  method: 'GET',
  path: '/organization/settings',
  summary: 'What the organization has decided about its texts.',
  reply: ok({ settings: OrganizationSettings, version: z.number().int() }),
})

export const editOrganization = endpoint({
  method: 'PATCH',
  path: '/organization',
  summary:
    'Change the organization: its name, time zone and settings. Each part of the settings is replaced as a whole; an older version than the last is a conflict.',
  can: 'organization.manage',
  body: z.strictObject({
    name: oneLine(ORGANIZATION_NAME_MAX).min(1).optional(),
    timezone: TimeZone.optional(),
    settings: OrganizationSettings.partial().strict().optional(),
    version: z.number().int().optional(),
  }),
  reply: ok({ organization: Organization, settings: OrganizationSettings, version: z.number().int() }),
})
