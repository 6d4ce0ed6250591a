import { formatRelative } from '@crewline/contract/formats'
import type { Teammate } from '@crewline/contract/team'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useRoleNames } from '../organizations/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { MemberMenu, type MemberMenuProps } from './MemberMenu.tsx'
import { Resend } from './Resend.tsx'
import classes from './Team.module.css'

/** Formats a past date as "today" or "2 days ago". */
function daysAgo(at: string, locale: string): string {
  const days = Math.floor((Date.now() - Date.parse(at)) / 86_400_000)
  return formatRelative(-days, 'day', locale, 'long')
}

function Status({ row }: { row: Teammate }) {
  const { i18n } = useLingui()
  if (row.status === 'active')
    return (
      <Badge color="green">
        <Trans context="teammate">Active</Trans>
      </Badge>
    )
  if (row.status === 'expired')
    return (
      <Badge color="yellow">
        <Trans context="teammate">Expired</Trans>
      </Badge>
    )
  return (
    <span className={classes.status}>
      <Badge color="blue">
        <Trans context="teammate">Invited</Trans>
      </Badge>
      {row.invitedAt && <span className={classes.quiet}>{daysAgo(row.invitedAt, i18n.locale)}</span>}
    </span>
  )
}

interface StatusCellProps {
  row: Teammate
  canManage: boolean
  onAction: MemberMenuProps['onAction']
}

/** On a phone the resend button is below the status, and the menu beside both. */
function StatusCell({ row, canManage, onAction }: StatusCellProps) {
  return (
    <span className={classes.endCell}>
      <span className={classes.statusCell}>
        <Status row={row} />
        {canManage && row.status !== 'active' && (
          <span className={classes.onPhone}>
            <Resend invitation={row} />
          </span>
        )}
      </span>
      {canManage && (
        <span className={`${classes.onPhone} ${classes.menuSpot}`}>
          <MemberMenu member={row} onAction={onAction} />
        </span>
      )}
    </span>
  )
}

/** Returns the columns of the team list, localized. */
export function useTeamColumns(onAction: MemberMenuProps['onAction']): Column<Teammate>[] {
  const { t } = useLingui()
  const roles = useRoleNames()
  const canManage = useCan('team.manage')
  const myId = useSession(({ auth }) => auth.user?.id)
  const columns: Column<Teammate>[] = [
    {
      id: 'name',
      header: t`Name`,
      isSortable: true,
      phone: 'title',
      width: 260,
      cell: (row) => {
        const name = fullName(row)
        return (
          <NameChip
            name={name || row.email}
            tintKey={row.userId ?? row.id}
            detail={
              <>
                {name ? row.userId === myId ? t`${row.email} · You` : <bdi>{row.email}</bdi> : t`Hasn't joined yet`}
                <span className={classes.onPhone}> · {row.roleName ?? roles[row.role]}</span>
              </>
            }
            size={32}
          />
        )
      },
    },
    {
      id: 'role',
      header: t`Role`,
      isSortable: true,
      phone: 'hidden',
      width: 110,
      cell: (row) =>
        row.viaParent ? (
          <Trans>
            Via <bdi translate="no">{row.viaParent}</bdi>
          </Trans>
        ) : (
          (row.roleName ?? roles[row.role])
        ),
    },
    {
      id: 'groups',
      header: t`Can see`,
      phone: 'hidden',
      cell: (row) => {
        const names = row.groups.map(({ name }) => name).join(', ')
        return row.scope === 'all' ? (
          t`Everyone`
        ) : (
          <span className={classes.names} title={names} translate={names ? 'no' : undefined}>
            {names || t`No one`}
          </span>
        )
      },
    },
    {
      id: 'mfa',
      header: t`Two-step`,
      phone: 'hidden',
      width: 100,
      cell: (row) =>
        row.status === 'active' ? row.mfa ? t`On` : <span className={classes.quiet}>{t`Off`}</span> : null,
    },
    {
      id: 'lastSeenAt',
      header: t`Last active`,
      isSortable: true,
      phone: 'hidden',
      align: 'end',
      width: 110,
      cell: (row) =>
        row.lastSeenAt ? <RelativeTime at={row.lastSeenAt} /> : <span className={classes.quiet}>{t`Never`}</span>,
    },
    {
      id: 'status',
      header: t`Status`,
      phone: 'end',
      width: 120,
      cell: (row) => <StatusCell row={row} canManage={canManage} onAction={onAction} />,
    },
  ]
  if (canManage) {
    columns.push({
      id: 'resend',
      header: t`Invitation`,
      phone: 'hidden',
      align: 'end',
      width: 120,
      cell: (row) => (row.status === 'active' ? null : <Resend invitation={row} />),
    })
    columns.push({
      id: 'menu',
      header: t`Actions`,
      isHeaderHidden: true,
      phone: 'hidden',
      align: 'end',
      width: 56,
      cell: (row) => <MemberMenu member={row} onAction={onAction} />,
    })
  }
  return columns
}
