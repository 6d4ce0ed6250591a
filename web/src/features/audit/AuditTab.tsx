import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useAuditEntriesInfiniteQuery } from './api.ts'
import classes from './Audit.module.css'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { AuditRow } from './AuditRow.tsx'
import { useAuditExport } from './useAuditExport.ts'
import { useAuditUrl } from './useAuditUrl.ts'

const OBJECT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The audit log: who did what, newest first, by filters in the URL. */
export function AuditTab() {
  const { t } = useLingui()
  const url = useAuditUrl()
  const { filters, isFiltered, setFilter, clear } = url
  const isBackwards = Boolean(filters.from && filters.to && filters.from > filters.to)
  const query = useAuditEntriesInfiniteQuery(filters, { refetchOnMountOrArgChange: true, skip: isBackwards })
  const { isSaving, exportEntries } = useAuditExport(filters)
  const [openId, setOpenId] = useState<string>()
  // While other filters load, the list stays, so that the focus in it stays too.
  const loaded = query.currentData ?? (query.isError ? undefined : query.data)
  const rows = loaded?.pages.flatMap(({ data }) => data) ?? []
  const isLoaded = loaded !== undefined
  return (
    <SettingsCard
      id="audit-log"
      title={t`Audit log`}
      text={t`Who did what, and when. Entries can't be changed or removed.`}
      state={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          loading={isSaving}
          disabled={isBackwards || rows.length === 0}
          onClick={() => void exportEntries()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      }
    >
      <AuditFilterBar
        url={url}
        objectName={rows.find(({ object }) => object?.name)?.object?.name ?? ''}
        problem={isBackwards ? t`The end can't be before the start.` : ''}
      />
      {!isBackwards && !isLoaded && !query.isError && <SkeletonRows count={8} />}
      {!isBackwards && !isLoaded && query.isError && (
        <StatePanel kind="error" compact onRetry={() => void query.refetch()} />
      )}
      {!isBackwards && isLoaded && rows.length === 0 && (
        <StatePanel
          kind={isFiltered ? 'noMatch' : 'firstUse'}
          icon={IconHistory}
          title={isFiltered ? t`No entries match` : t`Nothing recorded yet`}
          text={isFiltered ? t`Try other days, or another person.` : t`What you and your team do appears here.`}
          compact
          {...(isFiltered && { onClear: clear })}
        />
      )}
      {!isBackwards && rows.length > 0 && (
        <ul className={entries.list} aria-label={t`Entries`} aria-busy={query.isFetching}>
          {rows.map((entry) => (
            <AuditRow
              key={entry.id}
              entry={entry}
              isOpen={entry.id === openId}
              onToggle={() => setOpenId(entry.id === openId ? undefined : entry.id)}
              onShowObject={
                entry.object && OBJECT.test(entry.object.id) && entry.object.id !== filters.objectId
                  ? () => setFilter('objectId', entry.object?.id ?? null)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {!isBackwards && query.hasNextPage && isLoaded && (
        <div className={classes.more}>
          <Button
            variant="default"
            fullWidth
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}
