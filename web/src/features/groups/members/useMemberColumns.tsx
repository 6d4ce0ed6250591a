import { useLingui } from '@lingui/react/macro'
import { useDirection } from '@mantine/core'
import { useMemo } from 'react'
import type { Group } from '@crewline/contract/groups'
import { fullName } from '../../../shared/lib/session/state.ts'
import { contactStatusOf } from '../../../shared/ui/text/contact-status.ts'
import { ContactStatus } from '../../../shared/ui/text/ContactStatus.tsx'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import classes from '../Groups.module.css'
import type { Member } from './members-api.ts'
import { WhyHere } from './WhyHere.tsx'

/** Returns the columns of the contacts of a group, with the reason for each membership. */
export function useMemberColumns(group: Group): Column<Member>[] {
  const { t } = useLingui()
  const { dir } = useDirection()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t`Name`,
        isSortable: true,
        phone: 'title',
        width: 240,
        cell: (row) => (
          <span className={classes.person} dir={dir}>
            <NameChip name={fullName(row)} tintKey={row.id} detail={<bdi>{row.jobTitle}</bdi>} />
          </span>
        ),
      },
      {
        id: 'mobile',
        header: t`Mobile`,
        isSortable: true,
        sortName: 'phone',
        phone: 'hidden',
        width: 160,
        cell: (row) =>
          row.phoneDisplay ? (
            <bdi dir="ltr" className={classes.number}>
              {row.phoneDisplay}
            </bdi>
          ) : (
            <span className={classes.none}>{t`None`}</span>
          ),
      },
      {
        id: 'status',
        header: t`Status`,
        isSortable: true,
        phone: 'hidden',
        width: 140,
        cell: (row) => <ContactStatus status={contactStatusOf(row)} />,
      },
      {
        id: 'membership',
        header: t`In this group`,
        phone: 'end',
        width: 140,
        cell: (row) => <WhyHere group={group} member={row} />,
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
    [t, dir, group],
  )
}
