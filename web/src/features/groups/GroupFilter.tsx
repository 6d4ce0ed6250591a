import { formatNumber } from '@crewline/contract/formats'
import type { GroupValue } from '@crewline/contract/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Popover, ScrollArea, TextInput } from '@mantine/core'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { useGroupValues } from './api.ts'
import { findGroups } from './list/find-groups.ts'
import classes from './GroupFilter.module.css'

export interface GroupFilterProps {
  /** Ids of the chosen groups; empty means everyone. */
  chosen: string[]
  onChoose: (ids: string[]) => void
}

/** The number of groups from which a search field is shown. */
const searchFrom = 8

/**
 * Returns the groups a list can be narrowed to. Built-in groups have no stored members, so lists offer views instead.
 */
function useNarrowing(): GroupValue[] {
  const canRead = useCan('groups.read')
  const { data } = useGroupValues({ skip: !canRead })
  return data?.filter(({ type }) => type !== 'system') ?? []
}

function Choices({ chosen, onChoose }: GroupFilterProps) {
  const { t, i18n } = useLingui()
  const groups = useNarrowing()
  const [typed, setTyped] = useState('')
  const matches = findGroups(groups, typed)
  return (
    <>
      {groups.length >= searchFrom && (
        <TextInput
          size="xs"
          mb="xs"
          type="search"
          aria-label={t`Search groups`}
          placeholder={t`Search groups`}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <ScrollArea.Autosize mah={340}>
        <Checkbox.Group value={chosen} onChange={onChoose} aria-label={t`Groups`}>
          {matches.map(({ id, name, contactCount }) => (
            <Checkbox
              key={id}
              value={id}
              className={classes.choice ?? ''}
              label={
                <span className={classes.label}>
                  <bdi className={classes.name}>{name}</bdi>
                  <span className={classes.count}>{formatNumber(contactCount, i18n.locale)}</span>
                </span>
              }
            />
          ))}
        </Checkbox.Group>
      </ScrollArea.Autosize>
      {matches.length === 0 && (
        <p className={classes.nothing} role="status">
          <Trans>No groups match</Trans>
        </p>
      )}
      {chosen.length > 0 && (
        <Button variant="subtle" color="gray" size="xs" fullWidth mt="xs" onClick={() => onChoose([])}>
          <Trans>Everyone</Trans>
        </Button>
      )}
    </>
  )
}

/** Narrows a list to some groups; absent while the organization has none. */
export function GroupFilter({ chosen, onChoose }: GroupFilterProps) {
  const { t } = useLingui()
  if (useNarrowing().length === 0) return null
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={chosen.length > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<IconUsersGroup size={16} stroke={1.75} />}
        >
          {chosen.length === 0 ? (
            <Trans>Groups</Trans>
          ) : (
            <Plural value={chosen.length} one="# group" other="# groups" />
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t`Groups`}>
        <Choices chosen={chosen} onChoose={onChoose} />
      </Popover.Dropdown>
    </Popover>
  )
}
