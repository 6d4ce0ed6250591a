import type { Usage } from '@crewline/contract/events'
import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Popover, UnstyledButton } from '@mantine/core'
import { useSession } from '../../shared/lib/session/select.ts'
import { compactCount, daysUntil, runsOutOn, shareUsed } from './usage-rules.ts'
import classes from './UsageMeter.module.css'

export interface UsageMeterProps {
  /** In the narrow navigation only a short bar shows. */
  isRail?: boolean
  /** On a phone everything shows at once, without a popover. */
  isPhone?: boolean
}

function Details({ usage }: { usage: Usage }) {
  const { i18n } = useLingui()
  const { segments, mms, periodStart, periodEnd } = usage
  const { used, included, forecast } = segments
  const number = (count: number) => formatNumber(count, i18n.locale)
  const day = (at: string | Date) => formatDate(at, 'longDay', i18n.locale)
  const out = runsOutOn(usage)
  return (
    <>
      <p className={classes.line}>
        <Plural value={used} one="# segment used this month" other="# segments used this month" />
      </p>
      {included !== null && (
        <p className={classes.line}>
          <Trans>
            {number(Math.max(0, included - used))} of {number(included)} left
          </Trans>
        </p>
      )}
      {mms.included !== null && mms.used > 0 && (
        <p className={classes.line} {...(mms.used >= mms.included && { 'data-tone': 'warn' })}>
          <Trans>
            {number(mms.used)} of {number(mms.included)} MMS used
          </Trans>
        </p>
      )}
      <p className={classes.line}>
        <Trans>Resets {day(periodEnd)}</Trans>
      </p>
      {out ? (
        <p className={classes.line} data-tone="warn">
          <Trans>On track to run out on {day(out)}.</Trans>
        </p>
      ) : (
        daysUntil(periodStart, periodEnd) > 0 &&
        forecast > used && (
          <p className={classes.line}>
            <Trans>On track to use {number(forecast)} by then.</Trans>
          </p>
        )
      )}
    </>
  )
}

/**
 * Shows the segments used this month; opens what is left and how long it lasts. Renders nothing until the server has
 * reported usage.
 */
export function UsageMeter({ isRail = false, isPhone = false }: UsageMeterProps) {
  const { t, i18n } = useLingui()
  const usage = useSession(({ message }) => message.messageUsage)
  if (!usage) return null
  const { used, included } = usage.segments
  const share = shareUsed(usage)
  const shown =
    included === null
      ? compactCount(used, i18n.locale)
      : `${compactCount(used, i18n.locale)} / ${compactCount(included, i18n.locale)}`
  const bar = share !== null && (
    <span className={classes.track} data-level={usage.level}>
      <span className={classes.fill} style={{ inlineSize: `${Math.round(share * 100)}%` }} />
    </span>
  )
  if (isPhone) {
    return (
      <section className={classes.panel} aria-label={t`Segments this month`}>
        {bar}
        <Details usage={usage} />
      </section>
    )
  }
  return (
    <Popover position="right-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.meter}
          data-rail={isRail || undefined}
          aria-label={included === null ? t`${shown} segments this month` : t`Segments used: ${shown}`}
        >
          {bar}
          {!isRail && (
            <span className={classes.words}>
              {included === null ? <Trans>{shown} segments this month</Trans> : shown}
            </span>
          )}
          {isRail && share === null && <span className={classes.words}>{shown}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Segments this month`}>
        <Details usage={usage} />
      </Popover.Dropdown>
    </Popover>
  )
}
