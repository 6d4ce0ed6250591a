import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import classes from './Dashboard.module.css'
import type { Bar } from './dashboard-rules.ts'
import { useDayNames } from './useDayNames.ts'

/** Shows the bars as a table, the newest day first. */
export function DaysTable({ bars }: { bars: readonly Bar[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useDayNames()
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.tableBox} tabIndex={0} role="group" aria-label={t`Messages by day`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t`Day`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Sent`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Delivered`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Not delivered`}</Table.Th>
            <Table.Th scope="col" ta="end">{t`Replies`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.toReversed().map((bar) => (
            <Table.Tr key={bar.start}>
              <Table.Th scope="row" fw={400}>
                {nameOf(bar)}
              </Table.Th>
              <Table.Td ta="end">{formatNumber(bar.sent, i18n.locale)}</Table.Td>
              <Table.Td ta="end">{formatNumber(bar.delivered, i18n.locale)}</Table.Td>
              <Table.Td ta="end">{formatNumber(bar.notDelivered, i18n.locale)}</Table.Td>
              <Table.Td ta="end">{formatNumber(bar.received, i18n.locale)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
