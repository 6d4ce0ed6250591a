import type { Belonging } from '@crewline/contract/accounts'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { isSyncOpenedAndChild } from '../../shared/lib/session/state.ts'
import { OrganizationMark } from '../../shared/ui/OrganizationMark.tsx'
import { branchesNamed, treeOf, type Branch } from './switch-rules.ts'
import classes from './OrganizationSwitcher.module.css'
import { useRoleNames } from './useRoleNames.ts'

const searchFrom = 8

function step(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[(at + by + rows.length) % rows.length]?.focus()
}

interface RowProps {
  row: Branch
  unread: number
  isCurrent: boolean
  onChoose: () => void
  /** The row that gets the focus when the list opens. */
  isFirst: boolean
}

function Row({ row, unread, isCurrent, onChoose, isFirst }: RowProps) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const isSynced = useSession(({ auth }) => isCurrent && isSyncOpenedAndChild(auth))
  return (
    <li style={{ paddingInlineStart: row.depth * 20 }}>
      <UnstyledButton
        className={classes.row}
        aria-current={isCurrent || undefined}
        data-autofocus={isFirst || undefined}
        onClick={onChoose}
      >
        <span className={classes.mark}>
          <OrganizationMark name={row.name} logo={row.logo} />
        </span>
        <span className={classes.words}>
          <bdi className={classes.name}>{row.name}</bdi>
          <span className={classes.role}>
            {roleNames[row.role]}
            {isSynced && <> · {t`Shares contacts with its parent organization`}</>}
          </span>
        </span>
        {unread > 0 && !isCurrent && (
          <span className={classes.count}>
            {unread > 99 ? '99+' : unread}
            <span className={classes.hidden}> {t`unread`}</span>
          </span>
        )}
        {isCurrent && <IconCheck size={18} stroke={2} aria-label={t`Currently open`} />}
      </UnstyledButton>
    </li>
  )
}

export interface OrganizationListProps {
  organizations: readonly Belonging[]
  /** Returns the number of waiting contacts in an organization. */
  unreadOf: (id: string) => number
  onChoose: (one: Branch) => void
}

/** Lists the organizations of a user as a tree, with a search field when there are many. */
export function OrganizationList({ organizations, unreadOf, onChoose }: OrganizationListProps) {
  const { t } = useLingui()
  const current = useSession(({ auth }) => auth.organization?.id)
  const [typed, setTyped] = useState('')
  const isSearchable = organizations.length >= searchFrom
  const rows = branchesNamed(treeOf(organizations), typed)
  const group = useRef<HTMLDivElement>(null)
  // The list may load after the surrounding panel has looked for an element to focus.
  useEffect(() => group.current?.querySelector<HTMLElement>('input, [aria-current]')?.focus(), [])
  return (
    <div ref={group} role="group" aria-label={t`Organizations`} onKeyDown={step}>
      {isSearchable && (
        <TextInput
          data-autofocus
          className={classes.search ?? ''}
          aria-label={t`Find an organization`}
          placeholder={t`Find an organization`}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {rows.length === 0 ? (
        <p className={classes.none}>
          <Trans>No organizations match.</Trans>
        </p>
      ) : (
        <ul className={classes.list}>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              unread={unreadOf(row.id)}
              isCurrent={row.id === current}
              isFirst={row.id === current && !isSearchable}
              onChoose={() => onChoose(row)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
