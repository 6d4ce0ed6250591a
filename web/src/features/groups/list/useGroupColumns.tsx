import type { Use } from '@crewline/contract/fields'
import { formatNumber, formatPercent } from '@crewline/contract/formats'
import type { Group } from '@crewline/contract/groups'
import { Plural, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { reachablePercent } from '../group-rules.ts'
import { GroupKind } from './GroupKind.tsx'
import classes from '../Groups.module.css'
import { GroupUpdatedText } from './GroupUpdatedText.tsx'

/** A group with its uses, as the list shows it. */
export type GroupRow = Group & { usedBy: Use[] }

function Reachable({ row }: { row: GroupRow }) {
  const { t, i18n } = useLingui()
  const percent = reachablePercent(row)
  if (percent === undefined) return <span className={classes.none}>–</span>
  const count = formatNumber(row.reachableCount, i18n.locale)
  return (
    <Hint label={t`${count} can get texts`}>
      <span className="tabular">{formatPercent(percent / 100, i18n.locale)}</span>
    </Hint>
  )
}

function Uses({ usedBy }: { usedBy: Use[] }) {
  if (usedBy.length === 0) return <span className={classes.none}>–</span>
  return (
    <Hint label={usedBy.map(({ name }) => name).join(', ')} maw={320}>
      <span>
        <Plural value={usedBy.length} one="# place" other="# places" />
      </span>
    </Hint>
  )
}

/** Returns the columns of the list of groups, in the language of the page. */
export function useGroupColumns(): Column<GroupRow>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Name`,
        isSortable: true,
        phone: 'title',
        cell: ({ name }) => (
          <bdi className={classes.name} title={name}>
            {name}
          </bdi>
        ),
      },
      {
        id: 'kind',
        header: t`Type`,
        phone: 'detail',
        width: 200,
        cell: ({ type, managedBy }) => (
          <span className={classes.kinds}>
            <GroupKind type={type} managedBy={managedBy} />
          </span>
        ),
      },
      {
        id: 'people',
        header: t`People`,
        isSortable: true,
        phone: 'end',
        align: 'end',
        width: 100,
        cell: ({ contactCount }) => <span className="tabular">{formatNumber(contactCount, i18n.locale)}</span>,
      },
      {
        id: 'reachable',
        header: t`Can get texts`,
        phone: 'hidden',
        align: 'end',
        width: 120,
        cell: (row) => <Reachable row={row} />,
      },
      {
        id: 'uses',
        header: t`Used in`,
        phone: 'hidden',
        width: 120,
        cell: ({ usedBy }) => <Uses usedBy={usedBy} />,
      },
      {
        id: 'updated',
        header: t`Updated`,
        phone: 'hidden',
        align: 'end',
        width: 130,
        cell: (row) => <GroupUpdatedText group={row} />,
      },
    ],
    [t, i18n],
  )
}
