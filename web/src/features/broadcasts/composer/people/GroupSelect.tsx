import { formatNumber } from '@crewline/contract/formats'
import type { GroupValue } from '@crewline/contract/groups'
import { BROADCAST_GROUPS_MAX } from '@crewline/contract/broadcast-limits'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import classes from '../Fields.module.css'

export interface GroupSelectProps {
  label: string
  /** The groups this member may use; undefined while they load. */
  groups: GroupValue[] | undefined
  chosen: string[]
  onChoose: (ids: string[]) => void
}

/** Chooses groups by name; each shows its number of contacts. */
export function GroupSelect({ label, groups, chosen, onChoose }: GroupSelectProps) {
  const { t, i18n } = useLingui()
  const { data, counts, hasUnknown } = useMemo(() => {
    const offered = groups?.filter(({ type }) => type !== 'system') ?? []
    const known = new Set(offered.map(({ id }) => id))
    // A group that was deleted or that this member cannot see stays chosen until it is removed.
    const others = groups
      ? chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: t`Unknown group` }))
      : []
    return {
      data: [...offered.map(({ id, name }) => ({ value: id, label: name })), ...others],
      counts: new Map(offered.map(({ id, contactCount }) => [id, contactCount])),
      hasUnknown: others.length > 0,
    }
  }, [groups, chosen, t])
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? t`Choose groups` : ''}
      data={data}
      error={hasUnknown && t`The unknown group was deleted, or you can't see it. Remove it to send this broadcast.`}
      value={groups ? chosen : []}
      onChange={onChoose}
      searchable
      clearable
      hidePickedOptions
      maxValues={BROADCAST_GROUPS_MAX}
      nothingFoundMessage={t`No groups match`}
      maxDropdownHeight={280}
      clearButtonProps={{ 'aria-label': t`Remove all groups` }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi>{option.label}</bdi>
          <span className={classes.optionCount}>{formatNumber(counts.get(option.value) ?? 0, i18n.locale)}</span>
        </span>
      )}
    />
  )
}
