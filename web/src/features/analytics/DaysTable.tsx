import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import { useCan } from '../../shared/lib/session/select.ts'
import { CountLink } from '../../shared/ui/table/CountLink.tsx'
import classes from './Dashboard.module.css'
import type { Bar } from './dashboard-rules.ts'
import { figurePath, type MessageFigure } from './figures/figure-url.ts'
import { useDayNames } from './useDayNames.ts'

/** Shows the bars as a table, the newest day first; each number opens the messages it counts. */
export function DaysTable({ bars }: { bars: readonly Bar[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useDayNames()
  const canRead = useCan('inbox.read')
  const count = ({ start, end }: Bar, kind: MessageFigure['kind'], value: number, label: string) =>
    canRead ? (
      <CountLink
        count={value}
        to={figurePath({ kind, range: { start, end } })}
        label={`${label}, ${nameOf({ start, end })}`}
      />
    ) : (
      formatNumber(value, i18n.locale)
    )
  return (
    // A box that scrolls must be reachable by keyboard.
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
              <Table.Td ta="end">{count(bar, 'sent', bar.sent, t`sent`)}</Table.Td>
              <Table.Td ta="end">{count(bar, 'delivered', bar.delivered, t`delivered`)}</Table.Td>
              <Table.Td ta="end">{count(bar, 'not_delivered', bar.notDelivered, t`not delivered`)}</Table.Td>
              <Table.Td ta="end">{count(bar, 'received', bar.received, t`replies`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
