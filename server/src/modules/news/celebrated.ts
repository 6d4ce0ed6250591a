// The people whom blocks of celebrations name. They are read with each page and never stored with an issue, so that an
// issue names no one who was erased, left or skipped since.
import type { Block } from '@crewline/contract/blocks'
import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { formatNumber } from '@crewline/contract/formats'
import type { NewsLanguage } from '@crewline/contract/news'
import type { BlockPlaces } from '../../kernel/pages/blocks.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { keptOutOfNews, namedInNews, type NamedInNews } from '../celebrations/index.ts'
import { isAppOn, rememberedOrganization } from '../organizations/index.ts'
import { PAGE_WORDS } from './page-words.ts'

/** People whom one block names at most. */
const MOST = 60

type Celebrated = ReturnType<BlockPlaces['celebratedOf']>

const NO_ONE: Celebrated = { people: [], more: 0 }

/** Returns the scope in which the people of a published issue are read: everyone of the organization. */
export async function readersScope(kernel: Kernel, orgId: string): Promise<Scope> {
  const organization = await rememberedOrganization(kernel, orgId)
  return makeScope(kernel, organization, { kind: 'system', reason: 'news' }, `news-${orgId.slice(0, 8)}`)
}

/**
 * Returns what blocks of celebrations name, from today on the clock of the organization. Only people whom the scope may
 * see, and no one while the app is off.
 */
export async function celebratedIn(
  scope: Scope,
  blocks: readonly Block[],
  language: NewsLanguage,
): Promise<BlockPlaces['celebratedOf']> {
  const spans = new Set(blocks.flatMap((block) => (block.type === 'celebrations' ? [block.days] : [])))
  if (spans.size === 0 || !(await isAppOn(scope.db, scope.orgId, 'birthday'))) return () => NO_ONE
  const first = dayIn(scope.org.timezone, scope.world.now())
  const named = await Promise.all(
    [...spans].map(async (days) => {
      const { people, more } = await namedInNews(scope, { first, last: daysAfter(first, days - 1), most: MOST })
      const shown = people.map((person) => ({ name: person.name, day: person.day, what: whatOf(person, language) }))
      return [days, { people: shown, more }] as const
    }),
  )
  const byDays = new Map<number, Celebrated>(named)
  return ({ days }) => byDays.get(days) ?? NO_ONE
}

/** Returns whom blocks of celebrations leave out because they asked for it, as far as the scope may see them. */
export async function leftOutOf(
  scope: Scope,
  blocks: readonly Block[],
): Promise<{ contactId: string; name: string }[]> {
  const days = Math.max(0, ...blocks.map((block) => (block.type === 'celebrations' ? block.days : 0)))
  if (days === 0 || !(await isAppOn(scope.db, scope.orgId, 'birthday'))) return []
  const first = dayIn(scope.org.timezone, scope.world.now())
  return keptOutOfNews(scope, { first, last: daysAfter(first, days - 1), most: MOST })
}

function whatOf({ kind, years }: NamedInNews, language: NewsLanguage): string {
  const words = PAGE_WORDS[language]
  if (kind === 'birthday' || years === null) return words.birthday
  return words.yearsHere.replace('{years}', yearsText(years, language))
}

function yearsText(years: number, language: NewsLanguage): string {
  // The library of dates knows no Haitian Creole, whose nouns have no plural.
  if (language === 'ht') return `${years} an`
  return formatNumber(years, language, { style: 'unit', unit: 'year', unitDisplay: 'long' })
}
