import { formatDate } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import type { OptInJoin } from './api.ts'
import classes from './OptIn.module.css'
import { useOptInNames } from './useOptInNames.ts'

/** Returns the columns of the list of people who filled in a page. */
export function useJoinColumns(): Column<OptInJoin>[] {
  const { t, i18n } = useLingui()
  const { join } = useOptInNames()
  return useMemo(
    (): Column<OptInJoin>[] => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        width: 220,
        cell: ({ name, phoneDisplay }) => (
          <span className={classes.lines}>
            <bdi className={classes.name} translate="no">
              {name || t`No name`}
            </bdi>
            <bdi className={classes.quiet} dir="ltr">
              {phoneDisplay}
            </bdi>
          </span>
        ),
      },
      { id: 'state', header: t`Status`, width: 160, phone: 'end', cell: ({ state }) => join[state] },
      {
        id: 'at',
        header: t`When`,
        width: 150,
        cell: ({ at, joinedAt }) => (
          <span title={formatDate(joinedAt ?? at, 'full', i18n.locale)}>
            <RelativeTime at={joinedAt ?? at} />
          </span>
        ),
      },
      {
        id: 'wording',
        header: t`Agreed to`,
        phone: 'detail',
        cell: ({ wording, language }) => (
          <bdi className={classes.wording} lang={language} title={wording} translate="no">
            {wording}
          </bdi>
        ),
      },
    ],
    [t, i18n.locale, join],
  )
}
