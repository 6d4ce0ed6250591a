import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import { formatNumber } from '@crewline/contract/formats'
import type { OffShiftCells, OffShiftCut } from '@crewline/contract/off-shift'
import { Trans, useLingui } from '@lingui/react/macro'
import { Table, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { CountLink } from '../../../shared/ui/table/CountLink.tsx'
import dashboard from '../Dashboard.module.css'
import type { Range } from '../dashboard-rules.ts'
import classes from './OffShift.module.css'
import { figurePath } from '../figures/figure-url.ts'

/** A period, group or teammate with its figures, and what narrows the lists that they open. */
export interface OffShiftRow extends OffShiftCells {
  key: string
  name: string
  /** Whether the name was written by people. */
  isName?: boolean
  range: Range
  cut?: { by: OffShiftCut; key: string }
}

interface OffShiftTableProps {
  id: string
  title: string
  /** The header of the first column. */
  first: string
  rows: OffShiftRow[]
  control: ReactNode
  isByMember?: boolean
  hasMore?: boolean
}

/** Figures about texts off shift, one row each; every number of texts or people opens its list. */
export function OffShiftTable({
  id,
  title,
  first,
  rows,
  control,
  isByMember = false,
  hasMore = false,
}: OffShiftTableProps) {
  const { t, i18n } = useLingui()
  const canReadInbox = useCan('inbox.read')
  const canReadContacts = useCan('contacts.read')
  const few = formatNumber(SMALLEST_CELL, i18n.locale)
  const shown = formatNumber(rows.length, i18n.locale)
  const columns = [
    { name: 'people', header: t`People`, kind: 'people_off_shift', label: t`people`, canOpen: canReadContacts },
    { name: 'sent', header: t`Texts sent`, kind: 'off_shift_sent', label: t`texts sent`, canOpen: canReadInbox },
    ...(isByMember
      ? []
      : [
          {
            name: 'received',
            header: t`Texts received`,
            kind: 'off_shift_received',
            label: t`texts received`,
            canOpen: canReadInbox,
          } as const,
        ]),
    { name: 'minutes', header: t`Minutes`, kind: undefined, label: '', canOpen: false },
  ] as const
  const isAnyHidden = rows.some(({ people }) => people === null)
  return (
    <section className={dashboard.card} aria-labelledby={`off-shift-${id}`}>
      <header className={dashboard.cardHead}>
        <Title order={2} size="h3" id={`off-shift-${id}`}>
          {title}
        </Title>
        {control}
      </header>
      {rows.length === 0 ? (
        <p className={dashboard.quiet}>
          {isByMember ? t`No teammate wrote to people off shift.` : t`No one of these people is in a group.`}
        </p>
      ) : (
        // A box that scrolls must be reachable by keyboard.
        <div className={classes.box} tabIndex={0} role="group" aria-label={title}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{first}</Table.Th>
                {columns.map(({ name, header }) => (
                  <Table.Th key={name} scope="col" ta="end">
                    {header}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.key}>
                  <Table.Th scope="row" fw={400}>
                    <bdi translate={row.isName ? 'no' : undefined} className={row.isName ? undefined : classes.period}>
                      {row.name}
                    </bdi>
                  </Table.Th>
                  {columns.map(({ name, kind, label, canOpen }) => {
                    const count = row[name]
                    return (
                      <Table.Td key={name} ta="end">
                        {count === null ? (
                          <>
                            <span aria-hidden>–</span>
                            <VisuallyHidden>{t`Hidden`}</VisuallyHidden>
                          </>
                        ) : kind && canOpen ? (
                          <CountLink
                            count={count}
                            to={figurePath({ kind, range: row.range, cut: row.cut })}
                            label={`${label}, ${row.name}`}
                          />
                        ) : (
                          formatNumber(count, i18n.locale)
                        )}
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {isAnyHidden && (
            <p className={dashboard.quiet}>
              <Trans>
                Figures about fewer than {few} people are hidden, and so are rows that would reveal them. A total that
                would leaves them out.
              </Trans>
            </p>
          )}
          {hasMore && <p className={dashboard.quiet}>{t`Only the ${shown} with the most minutes are shown.`}</p>}
        </div>
      )}
    </section>
  )
}
