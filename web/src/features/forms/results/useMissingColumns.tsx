import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import classes from '../Forms.module.css'

/** A person who got a form by text and has not answered. */
export type MissingPerson = Reply<'formMissing'>['data'][number]

/** Returns the columns of the people who have not answered. */
export function useMissingColumns(): Column<MissingPerson>[] {
  const { t } = useLingui()
  return useMemo(
    (): Column<MissingPerson>[] => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        cell: ({ name }) => <bdi className={classes.name}>{name}</bdi>,
      },
      {
        id: 'phone',
        header: t`Phone number`,
        phone: 'end',
        width: 200,
        cell: ({ phoneDisplay }) => <bdi className="tabular">{phoneDisplay ?? '–'}</bdi>,
      },
    ],
    [t],
  )
}
