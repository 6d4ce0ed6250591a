import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import classes from '../Groups.module.css'
import { usePeopleToAddQuery } from './members-api.ts'

export interface PickContactsProps {
  /** The target group: contacts already in it cannot be picked. */
  groupId: string
  /** The picked contacts, id to name, in the order they were picked. */
  picked: ReadonlyMap<string, string>
  onPick: (picked: ReadonlyMap<string, string>) => void
}

/** Finds contacts by name or number and picks several; the picked ones stay visible above the search. */
export function PickContacts({ groupId, picked, onPick }: PickContactsProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { data, currentData, isError, refetch } = usePeopleToAddQuery(search)
  const contacts = currentData ?? data
  function toggle(id: string, name: string): void {
    const next = new Map(picked)
    if (!next.delete(id)) next.set(id, name)
    onPick(next)
  }
  return (
    <div>
      {picked.size > 0 && (
        <ul className={classes.picked} aria-label={t`Selected contacts`}>
          {[...picked].map(([id, name]) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <CloseButton size={24} aria-label={t`Remove ${name}`} onClick={() => toggle(id, name)} />
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
      {isError && !contacts && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!contacts && !isError && <SkeletonRows count={6} height={52} withAvatar />}
      {contacts?.length === 0 && <StatePanel kind="noMatch" compact title={t`No contacts match`} />}
      <ul className={classes.people} aria-busy={currentData === undefined}>
        {contacts?.map((contact) => {
          const name = fullName(contact) || (contact.phoneDisplay ?? t`No name`)
          const isIn = contact.groups.some(({ id }) => id === groupId)
          return (
            <li key={contact.id}>
              <Checkbox
                checked={isIn || picked.has(contact.id)}
                disabled={isIn}
                onChange={() => toggle(contact.id, name)}
                classNames={{
                  root: classes.pick ?? '',
                  body: classes.pickBody ?? '',
                  labelWrapper: classes.pickLabel ?? '',
                }}
                label={
                  <NameChip
                    name={fullName(contact)}
                    tintKey={contact.id}
                    detail={
                      isIn ? (
                        <Trans>In this group</Trans>
                      ) : (
                        contact.phoneDisplay && <bdi dir="ltr">{contact.phoneDisplay}</bdi>
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
