import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import type { Reply } from '../../../shared/api/from-contract.ts'
import classes from '../Records.module.css'

export interface RetentionPreviewProps {
  /** Undefined while it is counted. */
  counted: Omit<Reply<'previewRetention'>, 'status'> | undefined
  isError: boolean
  onRetry: () => void
}

/** What a period would delete now: how much, since when, and by year. */
export function RetentionPreview({ counted, isError, onRetry }: RetentionPreviewProps) {
  const { i18n } = useLingui()
  if (isError && !counted) return <StatePanel kind="error" compact onRetry={onRetry} />
  if (!counted) return <SkeletonRows count={2} />
  const { count, held, oldest, years } = counted
  const since = oldest && formatDate(oldest, 'date', i18n.locale)
  return (
    <div className={classes.preview} role="status">
      <p className={classes.count}>
        <Plural
          value={count}
          _0="Nothing would be deleted now"
          one="# would be deleted now"
          other="# would be deleted now"
        />
      </p>
      {since && (
        <p className={classes.plain}>
          <Trans>The oldest is from {since}.</Trans>
        </p>
      )}
      {years.length > 1 && (
        <ul className={classes.years}>
          {years.map((year) => (
            <li key={year.year}>
              <span>{year.year}</span>
              <span>{formatNumber(year.count, i18n.locale)}</span>
            </li>
          ))}
        </ul>
      )}
      {held > 0 && (
        <p className={classes.plain}>
          <Plural
            value={held}
            one="# more stays because of a legal hold or an open request."
            other="# more stay because of legal holds or open requests."
          />
        </p>
      )}
    </div>
  )
}
