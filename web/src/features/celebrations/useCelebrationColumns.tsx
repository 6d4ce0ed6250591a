import type { Celebration } from '@crewline/contract/celebrations'
import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { clockTime } from './celebration-rules.ts'
import classes from './Celebrations.module.css'
import { useCelebrationNames } from './useCelebrationNames.ts'

/** Returns the columns of the list of celebrations. */
export function useCelebrationColumns(): Column<Celebration>[] {
  const { t, i18n } = useLingui()
  const { kind: names } = useCelebrationNames()
  return useMemo(
    (): Column<Celebration>[] => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ name, kind }) => (
          <span className={classes.lines}>
            <bdi className={classes.name} translate="no">
              {name}
            </bdi>
            <span className={classes.quiet}>{names[kind]}</span>
          </span>
        ),
      },
      {
        id: 'state',
        header: t`Status`,
        width: 130,
        phone: 'end',
        cell: ({ isOn }) => <Badge color={isOn ? 'green' : 'gray'}>{isOn ? t`On` : t`Off`}</Badge>,
      },
      { id: 'time', header: t`Time`, width: 110, cell: ({ time }) => clockTime(time, i18n.locale) },
      {
        id: 'sent',
        header: t`Sent in the last year`,
        width: 180,
        align: 'end',
        cell: ({ sent }) => formatNumber(sent, i18n.locale),
      },
    ],
    [t, i18n.locale, names],
  )
}
