import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './Contacts.module.css'
import { languageName } from './languages.ts'
import { standingOf } from './standing.ts'

function numberOf({ phoneDisplay }: Contact): ReactNode {
  return phoneDisplay ? (
    <bdi dir="ltr" className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {phoneDisplay}
    </bdi>
  ) : null
}

/** The columns of the contact list, in the language of the page. */
export function useContactColumns(): Column<Contact>[] {
  const { t, i18n } = useLingui()
  const { dir } = useDirection()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Name`,
        isSortable: true,
        phone: 'title',
        width: 220,
        cell: (row) => (
          <span className={classes.person} dir={dir}>
            <PersonChip
              name={fullName(row)}
              tintKey={row.id}
              detail={
                <>
                  <span className={classes.onPhone}>{numberOf(row)}</span>
                  <span className={classes.job}>{row.jobTitle}</span>
                </>
              }
              size={32}
            />
          </span>
        ),
      },
      {
        id: 'mobile',
        header: t`Mobile`,
        phone: 'hidden',
        width: 152,
        cell: (row) => numberOf(row) ?? <span className={classes.none}>{t`None`}</span>,
      },
      {
        id: 'status',
        header: t`Status`,
        phone: 'end',
        width: 140,
        cell: (row) => <ContactStatus standing={standingOf(row)} />,
      },
      {
        id: 'groups',
        header: t`Groups`,
        phone: 'hidden',
        cell: (row) => {
          const names = row.groups.map(({ name }) => name).join(', ')
          return names ? (
            <span className={classes.groups} title={names}>
              {names}
            </span>
          ) : (
            <span className={classes.none}>{t`None`}</span>
          )
        },
      },
      {
        id: 'language',
        header: t`Language`,
        phone: 'hidden',
        width: 110,
        cell: (row) => languageName(row.language, i18n.locale),
      },
      {
        id: 'last',
        header: t`Last message`,
        phone: 'hidden',
        align: 'end',
        width: 120,
        cell: (row) =>
          row.lastMessageAt ? (
            <RelativeTime at={row.lastMessageAt} />
          ) : (
            <span className={classes.none}>{t`Never`}</span>
          ),
      },
      {
        id: 'createdAt',
        header: t`Added`,
        isSortable: true,
        phone: 'hidden',
        align: 'end',
        width: 110,
        cell: (row) => <RelativeTime at={row.createdAt} />,
      },
    ],
    [t, i18n, dir],
  )
}
