import { dayIn, daysAfter } from '@crewline/contract/calendar'
import type { Celebration, CelebrationKind, CelebrationSoon } from '@crewline/contract/celebrations'
import { CELEBRATIONS_SOON_DAYS, CELEBRATIONS_SOON_MAX } from '@crewline/contract/celebration-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { userById } from '../accounts/index.ts'
import { isAppOn } from '../organizations/index.ts'
import { chosenOf } from './audience.ts'
import { celebratedPeople, DATED } from './people-views.ts'
import { zonesOfContacts } from './contacts-views.ts'
import { clocksOf, sendTimesBetween } from './rules.ts'
import { celebrationsOf, hasEveryGroup } from './views.ts'

const DAY_MS = 24 * 3_600_000

/** Returns who is celebrated today and in the next days, as far as the member may see. */
export async function soon(
  kernel: Kernel,
  scope: Scope,
): Promise<{ today: string; people: CelebrationSoon[]; hasMore: boolean }> {
  const system = kernel.database.asSystem('the time zone of a user belongs to no organization')
  const user = await userById(system, requireUserId(scope))
  const today = dayIn(user?.timezone ?? scope.org.timezone, scope.world.now())
  const days = { first: today, last: daysAfter(today, CELEBRATIONS_SOON_DAYS) }
  return { today, ...(await celebratedBetween(scope, { ...days, most: CELEBRATIONS_SOON_MAX }, 'with')) }
}

/**
 * Returns whom the celebrations that are on celebrate from one day to another, each day on the clock of the person,
 * soonest first. Only people whom the scope may see; `unnamed`: whether people whom news must not name are among them.
 */
export async function celebratedBetween(
  scope: Scope,
  span: DaySpan,
  unnamed: 'with' | 'without',
): Promise<{ people: CelebrationSoon[]; hasMore: boolean }> {
  const found = await peopleOf(scope, span, { isPublic: false, unnamed })
  return {
    people: found.people.map(({ shortName: _shortName, kind: _kind, ...person }) => person),
    hasMore: found.total > found.people.length,
  }
}

/** A person whom an issue of news names: never with an age, a year of birth or a contact. */
export interface NamedInNews {
  /** The first name and an initial. */
  name: string
  kind: CelebrationKind
  day: string
  /** Completed years of work; null for a birthday. */
  years: number | null
}

/**
 * Returns whom the celebrations with `copyToNews` celebrate from one day to another, soonest first, and how many more
 * there are than `most`. Leaves out people who asked not to be named and who cannot be texted, besides those who are never celebrated and those whose date was skipped; all people of a celebration
 * that leaves out a group which no longer exists.
 */
export async function namedInNews(scope: Scope, span: DaySpan): Promise<{ people: NamedInNews[]; more: number }> {
  const { people, total } = await peopleOf(scope, span, { isPublic: true, unnamed: 'without' })
  return {
    people: people.map(({ shortName: name, kind, day, years }) => ({ name, kind, day, years })),
    more: total - people.length,
  }
}

/** Returns the people whom news would name from one day to another, had they not asked to be left out. */
export async function keptOutOfNews(scope: Scope, span: DaySpan): Promise<{ contactId: string; name: string }[]> {
  const { people } = await peopleOf(scope, span, { isPublic: true, unnamed: 'only' })
  return [...new Map(people.map(({ contactId, name }) => [contactId, { contactId, name }])).values()]
}

/** Returns whether any celebration that is on may be in news, which none may while the app is off. */
export async function isAnyInNews(scope: Pick<Scope, 'db' | 'orgId' | 'world'>): Promise<boolean> {
  if (!(await isAppOn(scope.db, scope.orgId, 'birthday'))) return false
  const all = await celebrationsOf(scope.db, { since: scope.world.now() })
  return all.some(isInNews)
}

interface DaySpan {
  first: string
  last: string
  most: number
}

type Found = CelebrationSoon & { shortName: string; kind: CelebrationKind }

function isInNews({ isOn, copyToNews, kind }: Pick<Celebration, 'isOn' | 'copyToNews' | 'kind'>): boolean {
  return isOn && copyToNews && kind !== 'date'
}

async function peopleOf(
  scope: Scope,
  { first, last, most }: DaySpan,
  { isPublic, unnamed }: { isPublic: boolean; unnamed: 'with' | 'without' | 'only' },
): Promise<{ people: Found[]; total: number }> {
  const now = scope.world.now()
  const all = await celebrationsOf(scope.db, { since: now })
  const active = all.filter((celebration) => (isPublic ? isInNews(celebration) : celebration.isOn))
  if (active.length === 0) return { people: [], total: 0 }
  const contactZones = await zonesOfContacts(scope.db)
  // No zone is more than a day away from the day in UTC.
  const span = { after: new Date(Date.parse(first) - DAY_MS), until: new Date(Date.parse(last) + 2 * DAY_MS) }
  const found = await Promise.all(
    active.map(async (content) => {
      const { id: celebrationId, name: celebrationName, kind } = content
      // Without the group, the people whom it leaves out are no longer known.
      if (isPublic && !(await hasEveryGroup(scope.db, scope.orgId, content.audience.excludeGroupIds)))
        return { people: [], total: 0 }
      // The day is that of the date, whenever its text is sent.
      const timing = { ...content, offsetDays: 0 }
      const times = clocksOf(content, scope.org.timezone, contactZones)
        .flatMap((zone) => sendTimesBetween(timing, zone, span))
        .filter(({ day }) => day >= first && day <= last)
      const where = { celebrationId, content, orgId: scope.orgId, timeZone: scope.org.timezone, times }
      const chosen = await chosenOf(scope, content, DATED)
      const { people, total } = await celebratedPeople(scope.db, where, { chosen, most, isPublic, unnamed })
      const found = people.map(({ years, ...person }) => ({
        celebrationId,
        celebrationName,
        kind,
        ...person,
        // A date of the organization's own could be the date of birth.
        years: kind === 'anniversary' ? years : null,
      }))
      return { people: found, total }
    }),
  )
  // The sort keeps the order of names within a day and a celebration.
  const people = found.flatMap((one) => one.people).toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return { people: people.slice(0, most), total: found.reduce((sum, one) => sum + one.total, 0) }
}
