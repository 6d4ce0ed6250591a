import { z } from 'zod'
import { BROADCAST_GROUPS_MAX } from './broadcast-limits.ts'
import {
  CELEBRATION_AHEAD_DAYS,
  CELEBRATION_OFFSET_DAYS_MAX,
  CELEBRATION_TEXT_MAX,
  CELEBRATION_TEXTS_MAX,
  CELEBRATION_YEARS_MAX,
  CELEBRATIONS_SOON_DAYS,
  CELEBRATIONS_SOON_MAX,
} from './celebration-limits.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { flowLanguages, inLanguages } from './flows.ts'
import { Id, Instant } from './ids.ts'
import { MediaItem } from './media.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** The languages a celebration can be written in. */
export const celebrationLanguages = flowLanguages
export type CelebrationLanguage = (typeof celebrationLanguages)[number]

/** Which date is celebrated: the birthday, the hire date, or a custom field that holds a date. */
export const CelebrationKind = z.enum(['birthday', 'anniversary', 'date'])
export type CelebrationKind = z.infer<typeof CelebrationKind>

/** Who is celebrated: everyone, or the members of any of the groups; less those of others. */
export const CelebrationAudience = z.strictObject({
  everyone: z.boolean().default(true),
  groupIds: z.array(Id).max(BROADCAST_GROUPS_MAX).default([]),
  excludeGroupIds: z.array(Id).max(BROADCAST_GROUPS_MAX).default([]),
})
export type CelebrationAudience = z.infer<typeof CelebrationAudience>

/** What members edit on a celebration. */
export const CelebrationContent = z.strictObject({
  name: oneLine(80).min(1).describe('For the team only.'),
  kind: CelebrationKind,
  field: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,35}$/)
    .nullable()
    .default(null)
    .describe('For `date`: the key of the custom field that holds the date.'),
  years: z
    .array(z.number().int().min(1).max(99))
    .max(CELEBRATION_YEARS_MAX)
    .refine((all) => new Set(all).size === all.length, 'Name each year once.')
    .default([])
    .describe('Celebrates only these years, such as 1, 5 and 10; empty for every year. Never for birthdays.'),
  repeat: z
    .enum(['yearly', 'once'])
    .default('yearly')
    .describe(
      'For `date`: in each year after that of the date, or `once`, for the date itself, such as the end of a license.',
    ),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00.')
    .default('09:00')
    .describe('On the clock that `zone` names.'),
  zone: z
    .enum(['contact', 'org'])
    .default('contact')
    .describe('The clock: that of each person, or that of the organization for everyone at once.'),
  offsetDays: z
    .number()
    .int()
    .min(-CELEBRATION_OFFSET_DAYS_MAX)
    .max(CELEBRATION_OFFSET_DAYS_MAX)
    .default(0)
    .describe('The text is sent this many days after the date; a negative number before it.'),
  feb29: z.enum(['feb28', 'mar1']).default('feb28').describe('When February 29 is celebrated in other years.'),
  weekend: z
    .enum(['same', 'before', 'after'])
    .default('same')
    .describe('A text that would be sent on a weekend: that day, the Friday before, or the Monday after.'),
  texts: z
    .array(inLanguages(z.string().trim().min(1).max(CELEBRATION_TEXT_MAX)))
    .max(CELEBRATION_TEXTS_MAX)
    .default([])
    .describe(
      'At least one. They take turns: a person gets another one each year. May contain merge fields such as {first_name|there}, and {years} except for birthdays.',
    ),
  mediaIds: z.array(Id).max(1).default([]).describe('A picture.'),
  audience: CelebrationAudience.default(() => CelebrationAudience.parse({})),
  lineId: Id.nullable()
    .default(null)
    .describe('The number it is sent from; null keeps the number of each conversation.'),
  signOff: z.boolean().default(true).describe('Adds the sign-off line of the organization, if there is one.'),
  copyToNews: z
    .boolean()
    .default(false)
    .describe(
      'Issues of news with a block of celebrations name these people, with first name and initial, the day, and completed years of work. Never for `date`.',
    ),
})
export type CelebrationContent = z.infer<typeof CelebrationContent>

export const Celebration = CelebrationContent.extend({
  id: Id,
  isOn: z.boolean(),
  version: z.number().int(),
  media: z.array(MediaItem),
  sent: z.number().int().describe('People who got a text in the last 365 days.'),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Celebration = z.infer<typeof Celebration>

export const celebrations = endpoint({
  method: 'GET',
  path: '/celebration',
  summary: 'Lists the celebrations; with `id`, only that one.',
  can: 'broadcasts.read',
  query: z.object({ id: Id.optional() }),
  reply: ok({ celebrations: z.array(Celebration) }),
})

export const saveCelebration = endpoint({
  method: 'POST',
  path: '/celebration',
  summary:
    'Creates a celebration, which is off unless `isOn` is true; with `id`, changes that one. Dates before it was turned on are not made up for. Members limited to groups may not.',
  can: 'broadcasts.send',
  fails: ['outdated', 'too_many', 'file_unknown'],
  query: z.object({ id: Id.optional() }),
  body: CelebrationContent.extend({
    isOn: z.boolean().optional(),
    version: z.number().int().optional().describe('Needed for a change: the version that the member saw.'),
  }).strict(),
  reply: ok({
    celebration: Celebration,
    leftOut: z
      .number()
      .int()
      .describe(
        'People who were to get their text later, and get none for this date, because its changed time passed more than six hours ago.',
      ),
  }),
})

export const deleteCelebration = endpoint({
  method: 'DELETE',
  path: '/celebration',
  summary: 'Deletes a celebration. What was sent stays. Members limited to groups may not.',
  can: 'broadcasts.send',
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const testCelebration = endpoint({
  method: 'POST',
  path: '/celebration/test',
  summary:
    'Sends one of the saved texts to the verified mobile number of the member, once in each of its languages, with an example number of years.',
  can: 'broadcasts.send',
  apiKeys: 'refused',
  fails: ['phone_missing', 'no_line', 'message_empty', 'recipient_opted_out'],
  body: z.strictObject({
    id: Id,
    text: z
      .number()
      .int()
      .min(0)
      .max(CELEBRATION_TEXTS_MAX - 1)
      .default(0)
      .describe('Which of the texts that take turns, the first one being 0.'),
  }),
  reply: ok({ sent: z.number().int().describe('Texts, one in each language.') }),
})

/** Why a person gets nothing although their date is celebrated. */
export const CelebrationObstacle = z.enum([
  'terminated',
  'blocked',
  'no_mobile',
  'opted_out',
  'landline',
  'not_in_use',
  'wrong_person',
  'no_line',
  'spending_cap',
])
export type CelebrationObstacle = z.infer<typeof CelebrationObstacle>

/** A date of a person that comes. */
export const ComingCelebration = z.object({
  contactId: Id,
  name: z.string(),
  day: z.iso.date().describe('The day on which the text is sent, on the clock that `zone` names.'),
  date: z.iso.date().describe('The date in that year. February 29 of other years is the day that stands in for it.'),
  at: Instant,
  year: z.number().int().describe('The year of the date, which is another than that of `day` near New Year.'),
  years: z.number().int().nullable().describe('Completed years; null for birthdays, whose year is never shown.'),
  isSkipped: z.boolean(),
  obstacle: CelebrationObstacle.nullable(),
})
export type ComingCelebration = z.infer<typeof ComingCelebration>

export const comingCelebrations = endpoint({
  method: 'GET',
  path: '/celebration/coming',
  summary: `Lists whose date comes in the next ${CELEBRATION_AHEAD_DAYS} days, soonest first; with \`day\`, only those who get their text on it.`,
  can: 'broadcasts.read',
  query: z.object({ ...pageQuery, id: Id, day: z.iso.date().optional() }),
  reply: ok(pageOf(ComingCelebration)),
})

export const skipCelebration = endpoint({
  method: 'POST',
  path: '/celebration/skip',
  summary: 'Skips one date of one person, or takes that back before the day.',
  can: 'broadcasts.send',
  fails: ['already_on_its_way'],
  body: z.strictObject({
    id: Id,
    contactId: Id,
    year: z.number().int().min(2000).max(2200),
    skip: z.boolean(),
  }),
  reply: ok({}),
})

/** What became of a date of a person. */
export const CelebrationSend = z.object({
  contactId: Id,
  name: z.string(),
  at: Instant,
  year: z.number().int(),
  state: z
    .enum(['sent', 'blocked', 'missed'])
    .describe('`missed`: its time passed while nothing could be sent, and it was too late to make up for it.'),
  reason: CelebrationObstacle.nullable(),
  messageId: Id.nullable(),
  messageState: z.string().nullable(),
})
export type CelebrationSend = z.infer<typeof CelebrationSend>

export const celebrationSends = endpoint({
  method: 'GET',
  path: '/celebration/sent',
  summary: 'Lists who was celebrated, newest first, and why others were not.',
  can: 'broadcasts.read',
  query: z.object({ ...pageQuery, id: Id }),
  reply: ok(pageOf(CelebrationSend)),
})

/** A person who is celebrated soon, without age and year of birth. */
export const CelebrationSoon = z.object({
  celebrationId: Id,
  celebrationName: z.string(),
  contactId: Id,
  name: z.string(),
  day: z.iso
    .date()
    .describe('On the clock of the person; moved where the celebration moves weekends, and never by `offsetDays`.'),
  years: z.number().int().nullable().describe('Completed years of work; null for any other date.'),
})
export type CelebrationSoon = z.infer<typeof CelebrationSoon>

export const celebrationsSoon = endpoint({
  method: 'GET',
  path: '/celebration/soon',
  summary: `Lists who is celebrated today and in the next ${CELEBRATIONS_SOON_DAYS} days by any celebration that is on, soonest first, at most ${CELEBRATIONS_SOON_MAX}. People who get no texts are among them; former workers and skipped dates are not.`,
  can: 'broadcasts.read',
  reply: ok({
    today: z.iso.date().describe('On the clock of the member.'),
    people: z.array(CelebrationSoon),
    hasMore: z.boolean(),
  }),
})

export const celebrationDigest = endpoint({
  method: 'GET',
  path: '/celebration/digest',
  summary: 'Reads whether the member gets an email in the morning with the people who are celebrated soon.',
  can: 'broadcasts.read',
  apiKeys: 'refused',
  reply: ok({ isOn: z.boolean() }),
})

export const setCelebrationDigest = endpoint({
  method: 'POST',
  path: '/celebration/digest',
  summary:
    'Turns the morning email of the member on or off. It names contacts whom the member may see, and is not sent on days without any.',
  can: 'broadcasts.read',
  apiKeys: 'refused',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: ok({}),
})
