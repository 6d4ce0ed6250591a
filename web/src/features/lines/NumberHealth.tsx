import { formatPercent } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, type Icon } from '@tabler/icons-react'
import tick from '../../shared/ui/text/StatusTick.module.css'
import type { Line } from './api.ts'
import classes from './Numbers.module.css'
import { useNumberText } from './useNumberText.ts'

type Health = Line['health']

const scoreStyles: Record<Health['score'], { icon: Icon; tone: string }> = {
  good: { icon: IconCircleCheck, tone: 'green' },
  watch: { icon: IconAlertTriangle, tone: 'yellow' },
  bad: { icon: IconCircleX, tone: 'red' },
  unknown: { icon: IconCircleDashed, tone: 'dimmed' },
}

/** Shows the delivery health of a number in the last seven days: one word, and the counts behind it. */
export function NumberHealth({ health }: { health: Health }) {
  const { t, i18n } = useLingui()
  const { texts } = useNumberText()
  const { sent, deliveredPct, failedPct, filteredPct, waiting, score } = health
  const scoreLabels: Record<Health['score'], string> = {
    good: t`Good`,
    watch: t`Keep an eye on it`,
    bad: t`Needs attention`,
    unknown: sent === 0 ? t`No texts yet` : t`Not enough texts yet`,
  }
  const pct = (value: number | null) => formatPercent((value ?? 0) / 100, i18n.locale, 1)
  const delivered = pct(deliveredPct)
  const failed = pct(failedPct)
  const filtered = pct(filteredPct)
  const sentTexts = texts(sent)
  const waitingTexts = texts(waiting)
  const { icon: IconComponent, tone } = scoreStyles[score]
  return (
    <div className={classes.health}>
      <span className={tick.tick} data-tone={tone}>
        <IconComponent className={tick.icon} size={14} stroke={2} aria-hidden />
        {scoreLabels[score]}
      </span>
      {sent > 0 && (
        <p className={classes.counts}>
          {deliveredPct === null ? (
            <Trans>{sentTexts} sent</Trans>
          ) : (
            <Trans>
              {sentTexts} sent · {delivered} delivered · {failed} not delivered · {filtered} blocked as spam
            </Trans>
          )}
        </p>
      )}
      {waiting > 0 && (
        <p className={classes.counts}>
          <Trans>{waitingTexts} waiting</Trans>
        </p>
      )}
    </div>
  )
}
