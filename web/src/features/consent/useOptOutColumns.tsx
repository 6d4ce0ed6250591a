import type { OptOut } from '@crewline/contract/consent'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './Consent.module.css'
import { useConsentWords } from './useConsentWords.ts'

/** The columns of the opt-outs: the number and whose it is now, when, how, and in which words. */
export function useOptOutColumns(): Column<OptOut>[] {
  const { t } = useLingui()
  const words = useConsentWords()
  return useMemo(
    () => [
      {
        id: 'number',
        header: t`Mobile`,
        phone: 'title',
        width: 190,
        cell: (row) => (
          <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
            {row.phoneDisplay}
          </bdi>
        ),
      },
      {
        id: 'name',
        header: t`Contact`,
        phone: 'detail',
        width: 220,
        cell: ({ contact }) =>
          contact ? (
            <bdi className={classes.cell}>{fullName(contact)}</bdi>
          ) : (
            <span className={classes.none}>{t`No contact`}</span>
          ),
      },
      {
        id: 'how',
        header: t`How`,
        phone: 'detail',
        width: 170,
        cell: ({ method }) => method && <span className={classes.how}>{words.method[method]}</span>,
      },
      {
        id: 'words',
        header: t`Words`,
        phone: 'hidden',
        cell: (row) => (
          <bdi className={classes.cell} title={row.words}>
            {row.words}
          </bdi>
        ),
      },
      {
        id: 'at',
        header: t`Opted out`,
        phone: 'end',
        align: 'end',
        width: 120,
        cell: (row) => <RelativeTime at={row.at} />,
      },
    ],
    [t, words],
  )
}
