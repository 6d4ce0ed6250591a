import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { APP_KEYS } from './app-keys.ts'
import { Features } from './features.ts'
import { Id } from './ids.ts'
import { oneLine } from './one-line.ts'
import { contactLanguages } from './locales.ts'
import { ORGANIZATION_NAME_MAX, SESSION_ABSOLUTE_MS } from './limits.ts'
import { ADDRESS_LINE_MAX, EMAIL_DOMAINS_MAX, SENDER_NAME_MAX } from './organization-limits.ts'
import { TimeZone } from './time-zone.ts'

/** The status of an organization: `past_due` blocks reading and sending until the invoice is paid. */
export const OrgStatus = z.enum(['active', 'past_due', 'closed'])
export type OrgStatus = z.infer<typeof OrgStatus>

/** A picture of a logo: PNG, at an address that opens without a session. */
export const LogoPicture = z.object({ id: Id, url: z.string(), width: z.number().int(), height: z.number().int() })
export type LogoPicture = z.infer<typeof LogoPicture>

/** The logo of an organization. */
export const Logo = z.object({
  light: LogoPicture.describe('For light backgrounds.'),
  dark: LogoPicture.nullable().describe('For dark backgrounds; without one, the other is shown on a light plate.'),
})
export type Logo = z.infer<typeof Logo>

/** An organization as a member sees it. */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  parentOrganizationId: Id.nullable(),
  timezone: z.string(),
  country: z.string().length(2).describe('ISO 3166 country of phone numbers without a country code.'),
  status: OrgStatus,
  logo: Logo.optional().describe('Absent without a logo.'),
  appsNotInPlan: z
    .array(z.enum(APP_KEYS))
    .optional()
    .describe('Apps that the plan leaves out. Absent when there are none.'),
})
export type Organization = z.infer<typeof Organization>

/** An organization in the list of those of a user. */
export const ListedOrganization = Organization.pick({ id: true, name: true, parentOrganizationId: true, logo: true })

/** How many people work at an organization. */
export const Headcount = z.enum(['1-50', '51-200', '201-1000', '1001-5000', '5001+'])
export type Headcount = z.infer<typeof Headcount>
/** The industry of an organization. */
export const Industry = z.enum([
  'manufacturing',
  'healthcare',
  'logistics',
  'retail',
  'hospitality',
  'construction',
  'agriculture',
  'education',
  'public',
  'other',
])
export type Industry = z.infer<typeof Industry>

/** A postal address in the country of the organization; parts that are not known are empty. */
export const Address = z.object({
  street: oneLine(ADDRESS_LINE_MAX),
  city: oneLine(ADDRESS_LINE_MAX),
  region: oneLine(ADDRESS_LINE_MAX).describe('The state, province or region.'),
  postalCode: oneLine(20),
})
export type Address = z.infer<typeof Address>

/** The longest session, in hours. */
export const SESSION_HOURS_MAX = SESSION_ABSOLUTE_MS / 3_600_000

/** A language of contacts. */
const ContactLanguage = z.enum(contactLanguages)

/** What an organization says about itself. */
export const OrganizationProfile = z.object({
  address: Address,
  industry: Industry.nullable(),
  headcount: Headcount.nullable(),
  senderName: z.string().describe('The name in texts to contacts; the name of the organization when empty.'),
  language: z.string().describe('The language of new contacts whose language is not known.'),
  languages: z.array(z.string()).describe('The languages of the crew, offered first where a language is chosen.'),
})
export type OrganizationProfile = z.infer<typeof OrganizationProfile>

/** A time of day, such as 21:00. */
export const ClockTime = z.iso.time({ precision: -1 })

/** The days of the week as used in settings. */
export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof Weekday>

/** The messaging settings of an organization. */
export const OrganizationSettings = z.object({
  quietHours: z
    .object({
      mode: z.enum(['off', 'warn', 'hold']),
      start: ClockTime,
      end: ClockTime,
      days: z
        .partialRecord(Weekday, z.object({ start: ClockTime, end: ClockTime }))
        .optional()
        .describe(
          'Weekdays with hours of their own. A day whose `start` is later than its `end` is quiet before `end` and from `start` on; one with 00:00 twice is quiet all day; any other day is quiet between the two.',
        ),
    })
    .describe(
      "In quiet hours, messages wait for the contact's morning (`hold`), need confirmation (`warn`), or are sent (`off`).",
    ),
  offClockGuard: z
    .enum(['off', 'warn', 'hold'])
    .describe(
      'What happens to texts to people who are off shift: they wait for the start of the shift (`hold`), need confirmation (`warn`; broadcasts are sent), or are sent (`off`). On shift, people have no quiet hours.',
    ),
  businessHours: z
    .partialRecord(Weekday, z.object({ from: ClockTime, to: ClockTime }))
    .describe("When the team is available, in the organization's time zone; a day without hours is closed."),
  awayReply: z
    .string()
    .max(480)
    .describe('The reply to messages outside business hours, at most once in 12 hours per contact; off when empty.'),
  holidayReply: z.string().max(480).describe('The reply used on holidays; the away reply when empty.'),
  autoAssign: z
    .enum(['off', 'first_reply'])
    .describe('`first_reply` assigns the conversation to the member who replies first.'),
  translation: z.object({
    language: z.string().max(35).describe("The team's language."),
    inbound: z.boolean(),
    outbound: z.boolean(),
    glossary: z
      .array(z.string().max(60))
      .max(200)
      .describe('Words that are never translated: names of machines, sites, products.'),
  }),
  broadcasts: z.object({
    approvalAbove: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Managers need an approval for more recipients than this; null for never. Authors always need one.'),
    signOff: oneLine(60).describe('The last line of each broadcast, such as the name of the company; off when empty.'),
  }),
  dailyLimit: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .describe(
      'How many segments carriers take from the brand in a day (midnight to midnight Pacific); null for no limit. A child organization without one shares that of its parent.',
    ),
  security: z
    .object({
      secondStepBy: z.iso
        .date()
        .nullable()
        .describe(
          'From this day on, in the time zone of the organization, members need two-step login; null for never. Those without it can only set it up.',
        ),
      sessionHours: z
        .number()
        .int()
        .min(1)
        .max(SESSION_HOURS_MAX)
        .describe('Members are logged out this long after they logged in.'),
      emailDomains: z
        .array(
          z
            .string()
            .trim()
            .toLowerCase()
            .max(253)
            .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Enter a domain, like company.com.'),
        )
        .max(EMAIL_DOMAINS_MAX)
        .describe('Only addresses of these domains can be invited and join; any when empty.'),
    })
    .describe('Rules for logging in to the organization.'),
  helpContact: z.string().max(120).describe("How the carrier's reply to HELP says to contact the organization."),
  firstContactNotice: z
    .boolean()
    .describe("Replies once to a contact's first message with who we are and how to opt out."),
})
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

export const organizationSettings = endpoint({
  method: 'GET',
  path: '/organization/settings',
  summary: 'Returns the settings of the organization.',
  apiKeys: 'allowed',
  reply: ok({
    organization: Organization,
    profile: OrganizationProfile,
    settings: OrganizationSettings,
    version: z.number().int(),
  }),
})

export const setApp = endpoint({
  method: 'PUT',
  path: '/organization/app',
  summary:
    'Turns an app of the organization on or off. While it is off, its endpoints answer `app_off`, its pages are closed and it sends nothing; nothing is deleted. Apps that the plan leaves out are refused.',
  can: 'organization.manage',
  fails: ['app_not_in_plan'],
  body: z.strictObject({ app: z.enum(APP_KEYS), isOn: z.boolean() }),
  reply: ok({ features: Features }),
})

export const editOrganization = endpoint({
  method: 'PATCH',
  path: '/organization',
  summary:
    'Updates the organization: its name, address, time zone, languages and settings. Only the given fields change; each section of the settings is replaced as a whole. Fails with a conflict when the given version is outdated. Business hours of the parent are changed there. The rules for logging in need a recent proof of identity.',
  can: 'organization.manage',
  fails: ['outdated', 'managed_elsewhere', 'proof_needed'],
  body: z.strictObject({
    name: oneLine(ORGANIZATION_NAME_MAX).min(1).optional(),
    timezone: TimeZone.optional(),
    address: Address.partial().strict().optional(),
    industry: Industry.optional(),
    headcount: Headcount.optional(),
    senderName: oneLine(SENDER_NAME_MAX).optional(),
    language: ContactLanguage.optional(),
    languages: z.array(ContactLanguage).max(contactLanguages.length).optional(),
    logo: z
      .strictObject({ light: Id.nullable().optional(), dark: Id.nullable().optional() })
      .optional()
      .describe(
        'Ids of uploaded logos; null removes one. The logo for dark backgrounds needs one for light backgrounds.',
      ),
    settings: OrganizationSettings.partial().strict().optional(),
    version: z.number().int().optional(),
  }),
  reply: ok({
    organization: Organization,
    profile: OrganizationProfile,
    settings: OrganizationSettings,
    version: z.number().int(),
  }),
})
