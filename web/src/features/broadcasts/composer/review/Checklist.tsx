import { formatMoney, formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Review.module.css'
import fields from '../Fields.module.css'
import { stepOf, type Missing, type Step } from '../draft-rules.ts'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import type { Steps } from '../useSteps.ts'
import { useMissingText } from './useMissingText.ts'

export interface ChecklistProps {
  draft: Draft
  count: AudienceCount
  steps: Steps
  missing: Missing[]
}

/** What will be sent to how many people and what it uses; each line leads back to its step. */
export function Checklist({ draft, count, steps, missing }: ChecklistProps) {
  const { t, i18n } = useLingui()
  const describeMissing = useMissingText()
  const formatMinutes = useMinutesText()
  const { data } = count
  const missingAt = (step: Step) =>
    missing.filter((part) => stepOf[part] === step && part !== 'name').map(describeMissing)
  const cost = data?.cost
  const used = cost && formatNumber(cost.usedAfter, i18n.locale)
  const included =
    cost?.included === null || cost === null || cost === undefined
      ? undefined
      : formatNumber(cost.included, i18n.locale)
  return (
    <ul className={classes.checklist} data-stale={count.isStale || undefined}>
      {missing.includes('name') && (
        <Line label={t`Name`} problems={[describeMissing('name')]}>
          {null}
        </Line>
      )}
      <Line label={t`People`} problems={missingAt('people')} onEdit={() => steps.go('people')}>
        {data && <Plural value={data.count.recipients} one="# person will get it" other="# people will get it" />}
      </Line>
      <Line label={t`Message`} problems={missingAt('message')} onEdit={() => steps.go('message')}>
        <span className={classes.excerpt} dir="auto">
          {draft.content.message.body ||
            plural(draft.content.message.mediaIds.length, { one: '# file', other: '# files' })}
        </span>
      </Line>
      {cost && (
        <Line label={t`Length`} problems={[]}>
          <Plural value={cost.texts} one="# segment" other="# segments" />
          <span className={fields.quiet}>
            {' · '}
            {cost.fewest === cost.most
              ? plural(cost.most, { one: '# per person', other: '# per person' })
              : t`${cost.fewest} to ${cost.most} per person`}
            {' · '}
            {included
              ? t`${used} of ${included} used this month after sending`
              : t`${used} used this month after sending`}
          </span>
        </Line>
      )}
      {cost && (
        <Line label={t`Time to finish`} problems={[]}>
          {formatMinutes(cost.minutes)}
        </Line>
      )}
      {cost?.cap?.money && <CapLine {...cost.cap.money} />}
    </ul>
  )
}

/** What the month of sending may still cost on top of the plan. */
function CapLine({ leftCents, capCents, currency }: { leftCents: number; capCents: number; currency: string }) {
  const { t, i18n } = useLingui()
  const [left, cap] = [leftCents, capCents].map((cents) => formatMoney(cents, currency, i18n.locale))
  return (
    <Line label={t`Spending cap`} problems={[]}>
      {t`${left} of ${cap} left this month`}
    </Line>
  )
}

interface LineProps {
  label: string
  problems: string[]
  onEdit?: () => void
  children: ReactNode
}

function Line({ label, problems, onEdit, children }: LineProps) {
  const { t } = useLingui()
  const isFine = problems.length === 0
  return (
    <li className={classes.check} data-missing={!isFine || undefined}>
      {isFine ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      ) : (
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      )}
      <span className={classes.checkLabel}>{label}</span>
      <span className={classes.checkText}>{isFine ? children : problems.join(' ')}</span>
      {onEdit && (
        <Button size="compact-sm" variant="subtle" aria-label={t`Edit ${label}`} onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
      )}
    </li>
  )
}

function useMinutesText(): (minutes: number) => string {
  const { t } = useLingui()
  return (minutes) => {
    if (minutes < 1) return t`Less than a minute`
    if (minutes < 90) return plural(Math.ceil(minutes), { one: 'About # minute', other: 'About # minutes' })
    if (minutes >= 2 * 24 * 60)
      return plural(Math.ceil(minutes / 60 / 24), { one: 'About # day', other: 'About # days' })
    return plural(Math.ceil(minutes / 60), { one: 'About # hour', other: 'About # hours' })
  }
}
