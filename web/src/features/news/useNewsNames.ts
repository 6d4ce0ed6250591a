import type { NewsReaction, NewsStatus, NewsVersion } from '@crewline/contract/news'
import { useLingui } from '@lingui/react/macro'
import type { TranslationRow } from './news-rules.ts'

/** The color of each status. */
export const STATUS_COLORS: Record<NewsStatus, string> = {
  draft: 'gray',
  published: 'green',
  expired: 'yellow',
  archived: 'gray',
}

/** Returns the names of what news is made of. */
export function useNewsNames() {
  const { t } = useLingui()
  const status: Record<NewsStatus, string> = {
    draft: t`Draft`,
    published: t`Published`,
    expired: t`Over`,
    archived: t({ message: 'Archived', context: 'news' }),
  }
  const reaction: Record<NewsReaction, string> = { like: t`Like`, love: t`Love it`, useful: t`Useful` }
  const reason: Record<NewsVersion['reason'], string> = {
    edited: t`Before changes`,
    published: t`Published`,
    restored: t`Before a version was restored`,
  }
  const part: Record<TranslationRow['kind'], string> = {
    title: t`Title`,
    heading: t`Heading`,
    paragraph: t`Text`,
    list: t`List`,
    picture: t`Picture`,
    gallery: t`Gallery`,
    callout: t`Callout`,
    button: t`Button`,
    divider: t`Divider`,
    cover: t`Cover`,
    quote: t`Quote`,
    file: t`File`,
    video: t`Video`,
    form: t`Form`,
    poll: t`Poll`,
    event: t`Event`,
    contact: t`Contact person`,
    celebrations: t`Celebrations`,
  }
  return { status, reaction, reason, part }
}
