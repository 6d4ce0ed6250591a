import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './Message.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'

/** What to look at before sending, as the server found it. */
export function Warnings({ count }: { count: AudienceCount }) {
  const { t, i18n } = useLingui()
  // The review says more about people off shift, and lists them.
  const warnings = (count.data?.warnings ?? []).filter(({ code }) => code !== 'off_shift')
  if (warnings.length === 0) return null
  return (
    <ul
      className={classes.warnings}
      aria-label={t`Look at this before sending`}
      data-stale={count.isStale || undefined}
    >
      {warnings.map(({ code, text, count: people }) => (
        <li key={code} data-code={code}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            {text}
            {people !== undefined && (
              <span title={formatNumber(people, i18n.locale)}>
                {' '}
                {plural(people, { one: '(# person)', other: '(# people)' })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
