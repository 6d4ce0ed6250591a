import type {
  Celebration,
  CelebrationContent,
  CelebrationKind,
  CelebrationLanguage,
} from '@crewline/contract/celebrations'
import { CELEBRATION_OFFSET_DAYS_MAX } from '@crewline/contract/celebration-limits'
import type { FilterNode } from '@crewline/contract/filters'
import { formatDate } from '@crewline/contract/formats'
import { fillMerge } from '@crewline/contract/merge'

/** The texts of a celebration, each in some languages. */
export type CelebrationTexts = CelebrationContent['texts']

/** The content of a celebration that is not written yet. */
export function newContent(
  kind: CelebrationKind,
  { name, language, text }: { name: string; language: CelebrationLanguage; text: string },
): CelebrationContent {
  return {
    name,
    kind,
    field: null,
    years: [],
    repeat: 'yearly',
    time: '09:00',
    zone: 'contact',
    offsetDays: 0,
    feb29: 'feb28',
    weekend: 'same',
    texts: [{ [language]: text }],
    mediaIds: [],
    audience: { everyone: true, groupIds: [], excludeGroupIds: [] },
    lineId: null,
    signOff: true,
    copyToNews: false,
  }
}

/** Returns what members edit of a celebration. */
export function contentOf(celebration: Celebration): CelebrationContent {
  const { id: _id, isOn: _isOn, version: _version, media: _media, sent: _sent, ...more } = celebration
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...content } = more
  return content
}

/** How far the text is from the date, as members choose it. */
export interface OffsetChoice {
  side: 'on' | 'before' | 'after'
  count: number
  unit: 'days' | 'weeks'
}

/** Returns how members would choose a number of days after the date: whole weeks as weeks. */
export function offsetChoice(days: number): OffsetChoice {
  const side = days === 0 ? 'on' : days < 0 ? 'before' : 'after'
  const count = Math.abs(days)
  return days !== 0 && count % 7 === 0 ? { side, count: count / 7, unit: 'weeks' } : { side, count, unit: 'days' }
}

/** Returns the number of days after the date, never more than the limit. */
export function offsetDaysOf({ side, count, unit }: OffsetChoice): number {
  if (side === 'on') return 0
  const days = Math.min(Math.max(1, Math.round(count)) * (unit === 'weeks' ? 7 : 1), CELEBRATION_OFFSET_DAYS_MAX)
  return side === 'before' ? -days : days
}

/** Formats a time such as 09:00 as people of a language read it: "9:00 AM". */
export function clockTime(time: string, locale: string): string {
  return formatDate(`1970-01-01T${time}:00Z`, 'time', locale, 'UTC')
}

/** Returns the languages in which any of the texts is written, those of the first text first. */
export function languagesOf(texts: CelebrationTexts): CelebrationLanguage[] {
  return [...new Set(texts.flatMap((text) => Object.keys(text) as CelebrationLanguage[]))]
}

/** Changes one text in one language. */
export function withText(
  texts: CelebrationTexts,
  at: number,
  language: CelebrationLanguage,
  body: string,
): CelebrationTexts {
  return texts.map((text, nth) => (nth === at ? { ...text, [language]: body } : text))
}

/** Leaves out what is empty: languages without a text, and texts without a language. */
export function writtenTexts(texts: CelebrationTexts): CelebrationTexts {
  return texts
    .map((text) => Object.fromEntries(Object.entries(text).filter(([, body]) => body.trim() !== '')) as typeof text)
    .filter((text) => Object.keys(text).length > 0)
}

/** Returns a text as a person gets it, with example values. */
export function exampleOf(body: string, example: { firstname: string; organization: string; years: number }): string {
  const values = { first_name: example.firstname, full_name: example.firstname, organization: example.organization }
  const years = [{ key: 'years', value: String(example.years), fallback: '' }]
  return fillMerge(body, values, years).body
}

/** Reads years from what a member typed: "1, 5 10" becomes 1, 5 and 10. */
export function yearsFrom(text: string): number[] {
  const all = text.split(/[^0-9]+/).flatMap((part) => (part === '' ? [] : Number(part)))
  return [...new Set(all)].filter((year) => year >= 1 && year <= 99).toSorted((a, b) => a - b)
}

/** Returns the field of contacts that holds the celebrated date. */
export function dateFieldOf({ kind, field }: Pick<CelebrationContent, 'kind' | 'field'>): string {
  return kind === 'birthday' ? 'birthday' : kind === 'anniversary' ? 'hireDate' : `custom.${field ?? ''}`
}

/** Returns the path of the contacts that have no date. */
export function withoutDatePath(content: Pick<CelebrationContent, 'kind' | 'field'>): string {
  const filter = { op: 'and', children: [{ field: dateFieldOf(content), cmp: 'empty' }] }
  return `/dashboard/contacts?filters=${encodeURIComponent(JSON.stringify(filter))}`
}

/** Returns the audience of the people who would be celebrated but have no date, decided when they are texted. */
export function withoutDateAudience(content: Pick<CelebrationContent, 'kind' | 'field' | 'audience'>): {
  filter: FilterNode
  exclude: { groupIds: string[]; contactIds: string[] }
} {
  const { everyone, groupIds, excludeGroupIds } = content.audience
  const isEmpty = { field: dateFieldOf(content), cmp: 'empty' as const }
  const isMember = { field: 'group', cmp: 'member_of' as const, value: groupIds }
  return {
    filter: { op: 'and', children: everyone ? [isEmpty] : [isMember, isEmpty] },
    exclude: { groupIds: excludeGroupIds, contactIds: [] },
  }
}

/** Puts a merge field in the place of a selection; returns the text, and where the caret goes. */
export function withField(
  text: string,
  key: string,
  [start, end]: readonly [number, number],
): { body: string; caret: number } {
  const field = `{${key}}`
  return { body: text.slice(0, start) + field + text.slice(end), caret: start + field.length }
}
