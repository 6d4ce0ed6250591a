import { formatNumber, languageName } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import classes from './CountBar.module.css'
import { hasAudience } from './draft-rules.ts'
import type { AudienceCount } from './useAudienceCount.ts'
import type { Draft } from './useDraft.ts'
import type { Steps } from './useSteps.ts'

/** As many fit on one line. */
const shownLanguages = 3

export interface CountBarProps {
  draft: Draft
  count: AudienceCount
  steps: Steps
}

/** The people and segments of the draft, and the button of the next step; stays in sight below every step. */
export function CountBar({ draft, count, steps }: CountBarProps) {
  const { next } = steps
  return (
    <footer className={classes.foot}>
      <p className={classes.total} data-stale={count.isStale || undefined} aria-busy={count.isStale}>
        <Totals draft={draft} count={count} />
      </p>
      <ByLanguage count={count} />
      {next && (
        <Hint label="Ctrl+Enter">
          <Button className={classes.next ?? ''} onClick={() => steps.go(next)} aria-keyshortcuts="Control+Enter">
            {next === 'message' ? <Trans>Next: Message</Trans> : <Trans>Next: Review</Trans>}
          </Button>
        </Hint>
      )}
    </footer>
  )
}

/** The number of people, and of segments once there is a message. */
export function Totals({ draft, count }: Pick<CountBarProps, 'draft' | 'count'>) {
  if (!hasAudience(draft.content.audience)) return <Trans>No one chosen yet</Trans>
  if (count.isError) return <Trans>Couldn't count the people.</Trans>
  if (!count.data) return <Trans>Counting…</Trans>
  const { count: people, cost } = count.data
  return (
    <>
      <strong>
        <Plural value={people.recipients} one="# person" other="# people" />
      </strong>
      {cost && (
        <>
          {' · '}
          <Plural value={cost.texts} one="# segment" other="# segments" />
        </>
      )}
    </>
  )
}

/** "English 3,100 × 1": the people of each language and the segments of the longest text. */
function ByLanguage({ count: { data } }: { count: AudienceCount }) {
  const { i18n } = useLingui()
  const languages = (data?.cost?.byLanguage ?? []).toSorted((a, b) => b.people - a.people)
  if (languages.length < 2) return null
  const others = formatNumber(languages.length - shownLanguages, i18n.locale)
  return (
    <ul className={classes.languages}>
      {languages.slice(0, shownLanguages).map(({ language, people, segments }) => (
        <li key={language}>
          {languageName(language, i18n.locale)} <span>{formatNumber(people, i18n.locale)}</span> × {segments}
        </li>
      ))}
      {languages.length > shownLanguages && (
        <li>
          <Trans>and {others} more</Trans>
        </li>
      )}
    </ul>
  )
}
