import { formatNumber } from '@crewline/contract/formats'
import type { ImportCounts } from '@crewline/contract/imports'
import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import type { ImportRowsQuery } from '../api.ts'
import classes from './Check.module.css'

export interface CountCardsProps {
  counts: ImportCounts
  show: ImportRowsQuery['show']
  onShow: (show: ImportRowsQuery['show']) => void
}

interface Card {
  key: keyof ImportCounts
  label: string
  /** The list that this card opens. */
  show?: ImportRowsQuery['show']
  tone?: 'bad' | 'warn'
  isAlways?: boolean
}

function useCards(): Card[] {
  const { t } = useLingui()
  return [
    { key: 'new', label: t`New`, show: 'new', isAlways: true },
    { key: 'update', label: t`Will be updated`, show: 'update', isAlways: true },
    { key: 'invalid', label: t`Need fixing`, show: 'invalid', tone: 'bad', isAlways: true },
    { key: 'duplicate', label: t`Duplicate`, show: 'duplicate', tone: 'bad', isAlways: true },
    { key: 'unchanged', label: t`Unchanged` },
    { key: 'skipped', label: t`Skipped`, show: 'skipped' },
    { key: 'optedOut', label: t`Opted out`, show: 'opted_out', tone: 'warn' },
    { key: 'noPhone', label: t`No mobile number`, show: 'no_phone', tone: 'warn' },
    { key: 'landline', label: t`Landline`, tone: 'warn' },
  ]
}

/** Shows how many rows would be added, changed or left out; each number opens its rows. */
export function CountCards({ counts, show, onShow }: CountCardsProps) {
  const { t, i18n } = useLingui()
  const cards = useCards().filter(({ key, isAlways }) => isAlways === true || counts[key] > 0)
  return (
    <div className={classes.cards} role="group" aria-label={t`Rows by result`}>
      {cards.map(({ key, label, show: opens, tone }) => {
        const inside = (
          <>
            <span className={classes.number} data-tone={counts[key] > 0 ? tone : undefined}>
              {formatNumber(counts[key], i18n.locale)}
            </span>
            <span className={classes.label}>{label}</span>
          </>
        )
        return opens && counts[key] > 0 ? (
          <UnstyledButton
            key={key}
            className={classes.cardButton}
            aria-pressed={show === opens}
            onClick={() => onShow(show === opens ? 'all' : opens)}
          >
            {inside}
          </UnstyledButton>
        ) : (
          <div key={key} className={classes.countCard}>
            {inside}
          </div>
        )
      })}
    </div>
  )
}
