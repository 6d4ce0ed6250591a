import { formatNumber } from '@crewline/contract/formats'
import type { OptInPage } from '@crewline/contract/opt-in'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import classes from './OptIn.module.css'
import { useOptInNames } from './useOptInNames.ts'

function Status({ page }: { page: OptInPage }) {
  const { status } = useOptInNames()
  return <Badge color={page.status === 'active' ? 'green' : 'gray'}>{status[page.status]}</Badge>
}

/** Returns the columns of the list of pages. */
export function useOptInColumns(): Column<OptInPage>[] {
  const { t, i18n } = useLingui()
  return useMemo((): Column<OptInPage>[] => {
    const number = (id: string, header: string, of: (page: OptInPage) => number): Column<OptInPage> => ({
      id,
      header,
      align: 'end',
      width: 110,
      cell: (page) => formatNumber(of(page), i18n.locale),
    })
    return [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ name, url }) => (
          <span className={classes.lines}>
            <bdi className={classes.name} translate="no">
              {name}
            </bdi>
            <bdi className={classes.quiet} translate="no">
              /public/join/{url}
            </bdi>
          </span>
        ),
      },
      { id: 'status', header: t`Status`, width: 130, phone: 'end', cell: (page) => <Status page={page} /> },
      number('views', t`Views`, ({ stats }) => stats.views),
      number('submits', t`Forms sent`, ({ stats }) => stats.submits),
      number('joined', t`Joined`, ({ stats }) => stats.joined),
    ]
  }, [t, i18n.locale])
}
