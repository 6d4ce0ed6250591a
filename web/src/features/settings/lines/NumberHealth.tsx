import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, type Icon } from '@tabler/icons-react'
import tick from '../../../shared/ui/StatusTick.module.css'
import type { Line } from './api.ts'
import classes from './Numbers.module.css'
import { useNumberWords } from './useNumberWords.ts'

type Health = Line['health']

const looks: Record<Health['score'], { icon: Icon; tone: string }> = {
  good: { icon: IconCircleCheck, tone: 'green' },
  watch: { icon: IconAlertTriangle, tone: 'yellow' },
  bad: { icon: IconCircleX, tone: 'red' },
  unknown: { icon: IconCircleDashed, tone: 'dimmed' },
}

/** How the texts of a number fared in the last seven days: one word, and the numbers it stands on. */
export function NumberHealth({ health }: { health: Health }) {
  const { t, i18n } = useLingui()
  const { texts } = useNumberWords()
  const { sent, deliveredPct, failedPct, filteredPct, waiting, score } = health
  const words: Record<Health['score'], string> = {
    good: t`Good`,
    watch: t`Keep an eye on it`,
    bad: t`Needs a fix`,
    unknown: sent === 0 ? t`No texts yet` : t`Too few texts to say`,
  }
  const pct = (value: number | null) => i18n.number((value ?? 0) / 100, { style: 'percent', maximumFractionDigits: 1 })
  const delivered = pct(deliveredPct)
  const failed = pct(failedPct)
  const filtered = pct(filteredPct)
  const sentTexts = texts(sent)
  const waitingTexts = texts(waiting)
  const { icon: Shown, tone } = looks[score]
  return (
    <div className={classes.health}>
      <span className={tick.tick} data-tone={tone}>
        <Shown className={tick.icon} size={14} stroke={2} aria-hidden />
        {words[score]}
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
