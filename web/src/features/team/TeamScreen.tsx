import type { Teammate } from '@crewline/contract/team'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import type { MemberAction } from './MemberMenu.tsx'
import { useTeamListInfiniteQuery, type TeamQuery } from './team-api.ts'
import classes from './Team.module.css'
import { useTeamColumns } from './useTeamColumns.tsx'
import { useTeamUrl } from './useTeamUrl.ts'

const InviteDrawer = lazy(async () => {
  const drawer = await import('./InviteDrawer.tsx')
  return { default: drawer.InviteDrawer }
})

const MemberDrawer = lazyPart(() => import('./MemberDrawer.tsx'))
const ViewDialog = lazyPart(() => import('./ViewDialog.tsx'))
const LogInsDrawer = lazyPart(() => import('./LogInsDrawer.tsx'))
const RolesDrawer = lazyPart(() => import('./roles/RolesDrawer.tsx'))
const RemoveDialog = lazyPart(() => import('./RemoveDialog.tsx'))

/** The team screen: members and invitations, with search, sorting, invite, resend, change and remove. */
export default function TeamScreen() {
  const { t } = useLingui()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const { query: asked, isInviting, isShowingRoles, setQuery, setInviting, setShowingRoles } = useTeamUrl()
  const canManage = useCan('team.manage')
  const [wasInviting, setWasInviting] = useState(isInviting)
  if (isInviting && !wasInviting) setWasInviting(true)
  const [open, setOpen] = useState<{ action: MemberAction; member: Teammate }>()
  const columns = useTeamColumns((action, member) => setOpen({ action, member }))
  const query = useTeamListInfiniteQuery(asked)
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const rows: Teammate[] = data?.pages.flatMap((page) => page.data) ?? []
  const total = data?.pages[0]?.total
  const isOnlyMember = asked.search === '' && total === 1
  return (
    <Screen
      title={t`Team`}
      actions={
        canManage && (
          <>
            <Button variant="default" component={Link} to="/dashboard/team/former">
              <Trans>Former teammates</Trans>
            </Button>
            <Button variant="default" onClick={() => setShowingRoles(true)}>
              <Trans>Roles</Trans>
            </Button>
            <Button leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => setInviting(true)}>
              <Trans>Invite teammates</Trans>
            </Button>
          </>
        )
      }
    >
      <FilterBar
        search={
          <SearchBox
            label={t`Search by name or email`}
            value={asked.search}
            onSearch={(search) => setQuery({ search })}
            hasSlashKey={!isTouch}
          />
        }
        count={total !== undefined && <Plural value={total} one="# person" other="# people" />}
      />
      {isError && rows.length === 0 ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Team`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => fullName(row) || row.email}
          sort={{ by: asked.sort, direction: asked.order }}
          onSort={({ by, direction }) => setQuery({ sort: by as TeamQuery['sort'], order: direction })}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            <StatePanel kind="noMatch" title={t`No matching teammates`} onClear={() => setQuery({ search: '' })} />
          }
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      {isOnlyMember && canManage && (
        <StatePanel
          kind="firstUse"
          icon={IconUsers}
          title={t`You're the only one here`}
          text={t`Invite the people who'll answer messages with you.`}
          action={
            <Button variant="default" onClick={() => setInviting(true)}>
              <Trans>Invite teammates</Trans>
            </Button>
          }
        />
      )}
      <Suspense fallback={null}>
        {open?.action === 'change' && <MemberDrawer member={open.member} onClose={() => setOpen(undefined)} />}
        {open?.action === 'view' && <ViewDialog member={open.member} onClose={() => setOpen(undefined)} />}
        {open?.action === 'logIns' && <LogInsDrawer member={open.member} onClose={() => setOpen(undefined)} />}
        {isShowingRoles && canManage && <RolesDrawer onClose={() => setShowingRoles(false)} />}
        {open?.action === 'remove' && <RemoveDialog member={open.member} onClose={() => setOpen(undefined)} />}
      </Suspense>
      {wasInviting && (
        <Suspense fallback={null}>
          <InviteDrawer isOpen={isInviting && canManage} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
