import type { BroadcastSummary } from '@crewline/contract/broadcasts'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { barOf, firstLine } from '../broadcast-rules.ts'
import { BroadcastStatus } from '../BroadcastStatus.tsx'
import classes from './List.module.css'
import shared from '../Broadcasts.module.css'
import { useKindNames } from '../useKindNames.ts'
import { BroadcastMenu } from './BroadcastMenu.tsx'

function NameCell({ row }: { row: BroadcastSummary }) {
  const { t } = useLingui()
  const text = firstLine(row.body)
  return (
    <span className={`${shared.lines} ${classes.text}`}>
      <bdi className={shared.name} title={row.name || undefined} {...(row.name && { translate: 'no' as const })}>
        {row.name || t`Untitled broadcast`}
      </bdi>
      <bdi className={shared.snippet} {...(text && { translate: 'no' as const })}>
        {text || t`No message yet`}
      </bdi>
    </span>
  )
}

function KindCell({ kind }: Pick<BroadcastSummary, 'kind'>) {
  return useKindNames()[kind]
}

function StatusCell({ row }: { row: BroadcastSummary }) {
  const { t, i18n } = useLingui()
  const due = useDue()
  const isPlanned = row.nextAt !== null && (row.state === 'scheduled' || row.state === 'recurring')
  const next = row.nextAt ? due(row.nextAt, row.timeZone) : ''
  const { waits } = row
  const waiting = waits?.count ?? 0
  const count = formatNumber(waiting, i18n.locale)
  const until = waits ? due(waits.until, row.timeZone) : ''
  return (
    <span className={shared.lines}>
      <BroadcastStatus broadcast={row} />
      <span className={shared.when}>
        {isPlanned ? (
          row.state === 'recurring' ? (
            t`Next ${next}`
          ) : (
            next
          )
        ) : waits ? (
          plural(waiting, {
            one: `# waits until ${until}`,
            other: `${count} wait until ${until}`,
          })
        ) : (
          <RelativeTime at={row.sentAt ?? row.updatedAt} />
        )}
      </span>
      {row.earlierDates > 0 && <EarlierDates row={row} />}
    </span>
  )
}

/** Says that dates before the last one, which the row counts, are not over. */
function EarlierDates({ row: { earlierDates, state } }: { row: BroadcastSummary }) {
  const { i18n } = useLingui()
  const n = formatNumber(earlierDates, i18n.locale)
  return (
    <span className={shared.when}>
      {state === 'paused' ? (
        <Plural value={earlierDates} one="# earlier date paused" other={`${n} earlier dates paused`} />
      ) : (
        <Plural value={earlierDates} one="# earlier date sending" other={`${n} earlier dates sending`} />
      )}
    </span>
  )
}

function ResultCell({ row: { counts } }: { row: BroadcastSummary }) {
  const { t, i18n } = useLingui()
  if (counts.recipients === 0 || counts.handedOff + counts.notDelivered + counts.cancelled === 0)
    return <span className={shared.quiet}>–</span>
  const shares = barOf(counts)
  const delivered = formatNumber(counts.delivered, i18n.locale)
  const total = formatNumber(counts.recipients, i18n.locale)
  const failed = counts.notDelivered + counts.unknown + counts.suppressed + counts.cancelled
  const failedWords = plural(failed, { one: '# not delivered', other: '# not delivered' })
  return (
    <Hint
      label={failed > 0 ? t`${delivered} of ${total} delivered, ${failedWords}` : t`${delivered} of ${total} delivered`}
    >
      <span className={classes.result}>
        <span className={classes.miniBar} aria-hidden>
          <span data-part="delivered" style={{ inlineSize: `${shares.delivered}%` }} />
          <span data-part="failed" style={{ inlineSize: `${shares.failed}%` }} />
        </span>
        <span className={classes.resultWords}>
          {t`${delivered} of ${total}`}
          {failed > 0 && <span className={classes.failedCount}> · {failedWords}</span>}
        </span>
      </span>
    </Hint>
  )
}

/** Returns the columns of the list of broadcasts, in the language of the page. */
export function useBroadcastColumns(): Column<BroadcastSummary>[] {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const count = (value: number) =>
      value === 0 ? (
        <span className={shared.quiet}>–</span>
      ) : (
        <span className="tabular">{formatNumber(value, i18n.locale)}</span>
      )
    return [
      { id: 'name', header: t`Name`, phone: 'title', cell: (row) => <NameCell row={row} /> },
      { id: 'kind', header: t`Type`, phone: 'hidden', width: 120, cell: ({ kind }) => <KindCell kind={kind} /> },
      { id: 'status', header: t`Status`, phone: 'detail', width: 180, cell: (row) => <StatusCell row={row} /> },
      { id: 'delivered', header: t`Delivered`, phone: 'hidden', width: 190, cell: (row) => <ResultCell row={row} /> },
      {
        id: 'replies',
        header: t`Replies`,
        phone: 'hidden',
        align: 'end',
        width: 84,
        cell: ({ counts }) => count(counts.replied),
      },
      {
        id: 'clicks',
        header: t`Clicks`,
        phone: 'hidden',
        align: 'end',
        width: 84,
        cell: ({ counts }) => count(counts.clicked),
      },
      {
        id: 'menu',
        header: t`Actions`,
        isHeaderHidden: true,
        phone: 'end',
        align: 'end',
        width: 56,
        cell: (row) => (
          <span className={shared.above}>
            <BroadcastMenu broadcast={row} />
          </span>
        ),
      },
    ]
  }, [t, i18n.locale])
}
