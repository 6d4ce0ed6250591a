import type { Locale } from '@crewline/contract/accounts'
import type { CelebrationSoon } from '@crewline/contract/celebrations'
import { formatDay } from '@crewline/contract/formats'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { unlinked, type Email } from '../mail/index.ts'

/** What the email of one morning says, and to whom. */
export interface Digest {
  to: string
  language: Locale
  organization: string
  /** The day of the member. */
  today: string
  /** Soonest first, at least one. */
  people: CelebrationSoon[]
  hasMore: boolean
  url: string
}

/** Writes the email with the people who are celebrated soon, by celebration. It never has an age or a year of birth. */
export function digestMail({ to, language, today, people, hasMore, url, ...names }: Digest): Email {
  const write = (text: LocalizedText): string => localize(text, language)
  const organization = unlinked(names.organization)
  const count = people.filter(({ day }) => day === today).length
  const byCelebration = Map.groupBy(people, ({ celebrationId }) => celebrationId)
  const paragraphs = [...byCelebration.values()].map((group) => [
    `${unlinked(group[0]?.celebrationName ?? '')}:`,
    ...group.map((person) => `• ${write(lineOf(person, { today, language }))}`),
  ])
  return {
    to,
    language,
    kind: 'notice',
    subject: write(
      count === 0
        ? msg({ message: 'Celebrations in the next days at {organization}', values: { organization } })
        : msg({
            message: '{count, plural, one {# celebration} other {# celebrations}} today at {organization}',
            values: { count, organization },
          }),
    ),
    lines: [...paragraphs.flat(), ...(hasMore ? [write(msg({ message: 'There are more people in the app.' }))] : [])],
    action: { label: write(msg({ message: 'Open celebrations' })), url },
    foot: write(
      msg({ message: 'You get this email because you turned it on under Celebrations, where you can turn it off.' }),
    ),
  }
}

function lineOf(
  { name: stored, day, years }: CelebrationSoon,
  { today, language }: { today: string; language: Locale },
): LocalizedText {
  const name = unlinked(stored) || '–'
  const date = formatDay(day, 'longWeekdayDay', language)
  if (years !== null)
    return day === today
      ? msg({ message: '{name}: today, {years, plural, one {# year} other {# years}}', values: { name, years } })
      : msg({
          message: '{name}: {date}, {years, plural, one {# year} other {# years}}',
          values: { name, date, years },
        })
  return day === today
    ? msg({ message: '{name}: today', values: { name } })
    : msg({ message: '{name}: {date}', values: { name, date } })
}
