import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { FilterChip } from '../../shared/ui/table/FilterChip.tsx'
import { useAuditFiltersQuery } from './api.ts'
import classes from './Audit.module.css'
import { useActorName } from './useActorName.ts'
import type { AuditUrl } from './useAuditUrl.ts'

export interface AuditFilterBarProps {
  url: AuditUrl
  /** The name of the object that the list is limited to, where it is known. */
  objectName: string
  /** What is wrong with the last day. */
  problem: string
}

/** The filters of the audit log: who, what, and when. */
export function AuditFilterBar({ url: { filters, setFilter }, objectName, problem }: AuditFilterBarProps) {
  const { t } = useLingui()
  const { data } = useAuditFiltersQuery()
  const nameOf = useActorName()
  const actors = [
    ...(data?.actors ?? []).map((actor) => ({ value: actor.id ?? '', label: nameOf(actor) })),
    { value: 'system', label: nameOf({ kind: 'system', name: '' }) },
  ]
  const actions = (data?.areas ?? []).map(({ key, name, actions: ofArea }) => ({
    group: name,
    items: [
      { value: key, label: t`${name}: everything` },
      ...ofArea.map((action) => ({ value: action.key, label: action.name })),
    ],
  }))
  return (
    <>
      <div className={classes.filters} role="search" aria-label={t`Filters`}>
        <Select
          label={t`Who`}
          placeholder={t`Anyone`}
          data={actors}
          value={filters.actor ?? null}
          onChange={(value) => setFilter('actor', value)}
          searchable
          clearable
          limit={100}
          nothingFoundMessage={t`No matches`}
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
        <Select
          label={t`What`}
          placeholder={t`Any action`}
          data={actions}
          value={filters.action ?? null}
          onChange={(value) => setFilter('action', value)}
          searchable
          clearable
          maxDropdownHeight={320}
          nothingFoundMessage={t`No matches`}
          clearButtonProps={{ 'aria-label': t`Clear` }}
        />
        <TextInput
          type="date"
          label={t({ message: 'From', context: 'day' })}
          value={filters.from ?? ''}
          onChange={(event) => setFilter('from', event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t({ message: 'To', context: 'day' })}
          value={filters.to ?? ''}
          onChange={(event) => setFilter('to', event.currentTarget.value)}
          error={problem}
        />
      </div>
      {filters.objectId && (
        <div className={classes.chips}>
          <FilterChip
            label={objectName ? t`Only ${objectName}` : t`Only one object`}
            onRemove={() => setFilter('objectId', null)}
          />
        </div>
      )}
    </>
  )
}
