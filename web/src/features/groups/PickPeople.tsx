import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { SearchBox } from '../../shared/ui/SearchBox.tsx'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import classes from './Groups.module.css'
import { usePeopleToAddQuery } from './people-api.ts'

export interface PickPeopleProps {
  /** The group they are added to: who is in it cannot be chosen. */
  groupId: string
  /** The chosen people, id to name, in the order they were chosen. */
  picked: ReadonlyMap<string, string>
  onPick: (picked: ReadonlyMap<string, string>) => void
}

/** Finds people by name or number and ticks several; the chosen stay above while the search goes on. */
export function PickPeople({ groupId, picked, onPick }: PickPeopleProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { data, currentData, isError, refetch } = usePeopleToAddQuery(search)
  const shown = currentData ?? data
  function toggle(id: string, name: string): void {
    const next = new Map(picked)
    if (!next.delete(id)) next.set(id, name)
    onPick(next)
  }
  return (
    <div>
      {picked.size > 0 && (
        <ul className={classes.picked} aria-label={t`Chosen people`}>
          {[...picked].map(([id, name]) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <CloseButton size={24} aria-label={t`Leave out ${name}`} onClick={() => toggle(id, name)} />
            </li>
          ))}
        </ul>
      )}
      <SearchBox
        label={t`Search name or number`}
        value={search}
        onSearch={setSearch}
        width="100%"
        hasSlashKey={false}
      />
      {isError && !shown && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!shown && !isError && <SkeletonRows count={6} height={52} withAvatar />}
      {shown?.length === 0 && <StatePanel kind="noMatch" compact title={t`No contacts match`} />}
      <ul className={classes.people} aria-busy={currentData === undefined}>
        {shown?.map((person) => {
          const name = fullName(person) || (person.phoneDisplay ?? t`No name`)
          const isIn = person.groups.some(({ id }) => id === groupId)
          return (
            <li key={person.id}>
              <Checkbox
                checked={isIn || picked.has(person.id)}
                disabled={isIn}
                onChange={() => toggle(person.id, name)}
                classNames={{
                  root: classes.pick ?? '',
                  body: classes.pickBody ?? '',
                  labelWrapper: classes.pickLabel ?? '',
                }}
                label={
                  <PersonChip
                    name={fullName(person)}
                    tintKey={person.id}
                    detail={
                      isIn ? (
                        <Trans>In the group</Trans>
                      ) : (
                        person.phoneDisplay && <bdi dir="ltr">{person.phoneDisplay}</bdi>
                      )
                    }
                  />
                }
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
