import { formatNumber } from '@crewline/contract/formats'
import type { Group } from '@crewline/contract/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { isForPopup } from '../../../shared/lib/popup.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { DataTable, type Sort } from '../../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../../shared/ui/table/FilterBar.tsx'
import { hasPicks, noPicks, type Picks } from '../../../shared/ui/table/selection.ts'
import { SearchBox } from '../../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { canEditMembers } from '../group-rules.ts'
import classes from '../Groups.module.css'
import type { Member } from './members-api.ts'
import { useMemberColumns } from './useMemberColumns.tsx'
import { useMembers, useMembersUrl } from './useMembers.ts'

const OrderMenu = lazy(async () => ({ default: (await import('../../../shared/ui/table/OrderMenu.tsx')).OrderMenu }))
const MemberBar = lazy(() => import('./MemberBar.tsx'))

export interface MembersProps {
  group: Group
  /** Absent when contacts cannot be added here. */
  onAdd: (() => void) | undefined
}

/** The contacts of a group: search, sort, open, select. */
export function Members({ group, onAdd }: MembersProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { asked, narrow } = useMembersUrl(group.id)
  const query = useMembers(asked)
  const { data, currentData, rows, first, isError, hasNextPage, isFetchingNextPage } = query
  const [picks, setPicks] = useState<Picks>(noPicks)
  const [isPicking, setPicking] = useState(false)
  const columns = useMemberColumns(group)
  const mayPick = useCan('groups.edit')
  const isChoosing = mayPick && (!isPhone || isPicking || hasPicks(picks))
  const clear = () => {
    setPicks(noPicks)
    setPicking(false)
  }
  useHotkeys(hasPicks(picks) ? [['Escape', (event) => !isForPopup(event) && clear()]] : [])
  const sort: Sort = { by: asked.sort, direction: asked.order }
  const order = ({ by, direction }: Sort) => narrow({ sort: by, order: direction })
  const total = first ? formatNumber(first.total, i18n.locale) : ''
  const empty =
    asked.search === '' ? (
      <StatePanel
        kind="firstUse"
        icon={IconUsers}
        title={t`No one is in this group yet`}
        text={canEditMembers(group) && group.type === 'static' ? t`Add people to this group.` : t`No one matches yet.`}
        action={
          onAdd && (
            <Button variant="default" onClick={onAdd}>
              <Trans>Add people</Trans>
            </Button>
          )
        }
      />
    ) : (
      <StatePanel kind="noMatch" title={t`No one in this group matches`} onClear={() => narrow({ q: '' })} />
    )

  return (
    <>
      <FilterBar
        search={
          <SearchBox
            label={t`Search name or number`}
            value={asked.search}
            onSearch={(search) => {
              clear()
              narrow({ q: search })
            }}
            hasSlashKey={!isTouch}
          />
        }
        count={
          first &&
          (first.totalIsExact ? (
            <Plural value={first.total} one="# contact" other="# contacts" />
          ) : (
            <Trans>More than {total} contacts</Trans>
          ))
        }
        tools={
          isPhone &&
          rows.length > 0 && (
            <>
              <Suspense fallback={null}>
                <OrderMenu columns={columns} sort={sort} onSort={order} />
              </Suspense>
              {mayPick && (
                <Button variant="subtle" size="xs" onClick={() => (isChoosing ? clear() : setPicking(true))}>
                  {isChoosing ? <Trans>Cancel</Trans> : <Trans>Select</Trans>}
                </Button>
              )}
            </>
          )
        }
      />
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable<Member>
          label={t`People in ${group.name}`}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowName={nameOf}
          onOpen={({ id }) => void navigate(`/dashboard/contacts/${id}`)}
          sort={sort}
          onSort={order}
          onSight={query.onSight}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          {...(isChoosing && { picks, onPicks: setPicks })}
          {...(mayPick && {
            onHold: (key: string) => {
              setPicking(true)
              setPicks({ isAll: false, ids: new Set([key]), anchor: key })
            },
          })}
          empty={empty}
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {mayPick && hasPicks(picks) && first && (
        <Suspense fallback={null}>
          <MemberBar
            group={group}
            search={asked.search}
            picks={picks}
            onPicks={setPicks}
            loaded={rows.length}
            total={first.total}
            onClear={clear}
          />
        </Suspense>
      )}
    </>
  )
}

const keyOf = ({ id }: Member) => id
const nameOf = (row: Member) => fullName(row) || (row.phoneDisplay ?? '')
