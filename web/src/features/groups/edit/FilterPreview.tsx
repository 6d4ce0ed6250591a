import type { FilterNode } from '@crewline/contract/filters'
import { formatNumber } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useFilterPreviewQuery } from '../api.ts'
import classes from '../Groups.module.css'

export interface FilterPreviewProps {
  /** Complete rules only; undefined while there are none. */
  filter: FilterNode | undefined
  /** Shown when no one matches, instead of the sentence for groups that update themselves. */
  emptyText?: ReactNode
}

const debounceMs = 300

/**
 * Previews the contacts that rules match now: the count, how many can get texts, and five of them. The previous result
 * stays dimmed while the next one loads.
 */
export function FilterPreview({ filter, emptyText }: FilterPreviewProps) {
  const { t, i18n } = useLingui()
  const text = JSON.stringify(filter)
  const [settled] = useDebouncedValue(text, debounceMs)
  const previewFilter = settled === undefined ? skipToken : (JSON.parse(settled) as FilterNode)
  const { data, currentData, isError, refetch } = useFilterPreviewQuery(previewFilter)
  const isStale = settled !== text || currentData === undefined
  const count = isStale ? undefined : data?.count
  useEffect(() => {
    if (count !== undefined) announce(plural(count, { one: '# person matches', other: '# people match' }))
  }, [count])

  if (text === undefined)
    return (
      <p className={classes.quiet}>
        <Trans>Add a condition to see who matches.</Trans>
      </p>
    )
  if (isError && settled === text) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={72} radius="md" />
  const reachable = formatNumber(data.reachableCount, i18n.locale)
  const most = formatNumber(data.count, i18n.locale)
  return (
    <section
      className={classes.preview}
      data-stale={isStale || undefined}
      aria-busy={isStale}
      aria-label={t`Who matches`}
    >
      {data.count === 0 ? (
        <p className={classes.noMatches}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {emptyText ?? <Trans>No one matches yet. People who match later will be added automatically.</Trans>}
        </p>
      ) : (
        <>
          <p className={classes.counted}>
            <strong>
              {data.isMore ? (
                <Trans>More than {most} contacts</Trans>
              ) : (
                <Plural value={data.count} one="# contact" other="# contacts" />
              )}
            </strong>
            <span className={classes.quiet}>
              <Trans>{reachable} can get texts</Trans>
            </span>
          </p>
          <ul className={classes.sample}>
            {data.sample.map((contact) => (
              <li key={contact.id}>
                <NameChip
                  name={fullName(contact)}
                  tintKey={contact.id}
                  size={28}
                  detail={contact.phoneDisplay && <bdi dir="ltr">{contact.phoneDisplay}</bdi>}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
