import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import type { ChildCells } from '@crewline/contract/figures'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Table, Title, VisuallyHidden } from '@mantine/core'
import classes from './Dashboard.module.css'
import { useChildFiguresQuery } from './figures-api.ts'
import type { useRange } from './useRange.ts'

/** Compares the sub-organizations of a parent; figures about a few people are hidden. Nothing without any. */
export default function ChildrenCard({ dateQuery }: Pick<ReturnType<typeof useRange>, 'dateQuery'>) {
  const { t, i18n } = useLingui()
  const { data, isFetching } = useChildFiguresQuery(dateQuery, { refetchOnMountOrArgChange: 60 })
  const columns: [keyof ChildCells, string][] = [
    ['contacts', t`Contacts`],
    ['reachable', t`Can get texts now`],
    ['sent', t`Sent`],
    ['delivered', t`Delivered`],
    ['notDelivered', t`Not delivered`],
    ['received', t`Replies`],
    ['contactsWhoReplied', t`Contacts who replied`],
    ['optOuts', t`Opt-outs`],
  ]
  const few = formatNumber(SMALLEST_CELL, i18n.locale)
  const cells = (row: ChildCells) =>
    columns.map(([name]) => (
      <Table.Td key={name} ta="end">
        {row[name] === null ? (
          <>
            <span aria-hidden>–</span>
            <VisuallyHidden>{t`Hidden`}</VisuallyHidden>
          </>
        ) : (
          formatNumber(row[name], i18n.locale)
        )}
      </Table.Td>
    ))

  // Nothing until there are rows: most organizations have no sub-organizations.
  if (!data || data.rows.length === 0) return null
  const shown = formatNumber(data.rows.length, i18n.locale)
  return (
    <section className={classes.card} aria-labelledby="children-title" aria-busy={isFetching}>
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="children-title">
          <Trans>Sub-organizations</Trans>
        </Title>
      </header>
      {/* A box that scrolls must be reachable by keyboard. */}
      <div className={classes.tableBox} tabIndex={0} role="group" aria-label={t`Sub-organizations`}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t`Sub-organization`}</Table.Th>
              {columns.map(([name, label]) => (
                <Table.Th key={name} scope="col" ta="end">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Th scope="row" fw={400}>
                  <bdi translate="no">{row.name}</bdi>
                </Table.Th>
                {cells(row)}
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">{t`Total shown`}</Table.Th>
              {cells(data.totals)}
            </Table.Tr>
          </Table.Tbody>
        </Table>
        <p className={classes.quiet}>
          <Trans>Figures about fewer than {few} people are hidden, and not part of the total.</Trans>
          {data.hasMore && ` ${t`Only the first ${shown} are shown.`}`}
        </p>
      </div>
    </section>
  )
}
