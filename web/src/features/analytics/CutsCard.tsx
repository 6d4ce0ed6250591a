import type { AnalyticsCut, CountedContacts, CountedMessages } from '@crewline/contract/figures'
import { formatNumber, formatPercent } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Table, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { CountLink } from '../../shared/ui/table/CountLink.tsx'
import classes from './Dashboard.module.css'
import { shareOf, waitText } from './dashboard-rules.ts'
import { useCutsQuery } from './figures-api.ts'
import { figurePath } from './figures/figure-url.ts'
import { useFigureNames } from './figures/useFigureNames.ts'
import type { useRange } from './useRange.ts'

type Row = Reply<'analyticsCuts'>['rows'][number]

/** Compares the figures of the chosen days by group, location, department, language or member. */
export default function CutsCard({ dateQuery, range }: Pick<ReturnType<typeof useRange>, 'dateQuery' | 'range'>) {
  const { t, i18n } = useLingui()
  const canReadInbox = useCan('inbox.read')
  const canReadContacts = useCan('contacts.read')
  const [by, setBy] = useState<AnalyticsCut>('group')
  const { cuts, rowName } = useFigureNames()
  const query = useCutsQuery({ ...dateQuery, by }, { refetchOnMountOrArgChange: 60 })
  const { data, currentData, isError } = query
  const isByMember = by === 'member'
  const shown = currentData?.rows.length ?? 0

  const count = (row: Row, kind: CountedMessages | CountedContacts, value: number | null, label: string): ReactNode => {
    if (value === null) return '–'
    const canOpen = kind === 'replied' ? canReadContacts : canReadInbox
    return canOpen ? (
      <CountLink count={value} to={figurePath({ kind, range, cut: { by, key: row.key } })} label={label} />
    ) : (
      formatNumber(value, i18n.locale)
    )
  }

  return (
    <section className={classes.card} aria-labelledby="cuts-title" aria-busy={query.isFetching}>
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id="cuts-title">
          <Trans>Compare</Trans>
        </Title>
        <NativeSelect
          size="xs"
          aria-label={t`Compare by`}
          value={by}
          onChange={({ currentTarget }) => setBy(currentTarget.value as AnalyticsCut)}
          data={Object.entries(cuts).map(([value, label]) => ({ value, label }))}
        />
      </header>
      {isError && !currentData && <StatePanel kind="error" compact onRetry={() => void query.refetch()} />}
      {currentData && currentData.rows.length === 0 && (
        <p className={classes.quiet}>
          {isByMember ? t`No teammate wrote a message in this period.` : t`No messages in this period.`}
        </p>
      )}
      {/* While another cut loads, the rows of the last one would have the wrong names. */}
      {currentData === undefined && data === undefined && !isError && <div className={classes.plot} />}
      {currentData && currentData.rows.length > 0 && (
        // A box that scrolls must be reachable by keyboard.
        <div className={classes.tableBox} tabIndex={0} role="group" aria-label={cuts[by]}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{cuts[by]}</Table.Th>
                <Table.Th scope="col" ta="end">{t`Sent`}</Table.Th>
                <Table.Th scope="col" ta="end">{t`Delivered`}</Table.Th>
                <Table.Th scope="col" ta="end">{t`Not delivered`}</Table.Th>
                {!isByMember && <Table.Th scope="col" ta="end">{t`Replies`}</Table.Th>}
                {!isByMember && <Table.Th scope="col" ta="end">{t`Contacts who replied`}</Table.Th>}
                <Table.Th scope="col" ta="end">{t`Answers`}</Table.Th>
                <Table.Th scope="col" ta="end">{t`Reply time`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {currentData.rows.map((row) => {
                const share = shareOf(row.delivered, row.sent)
                return (
                  <Table.Tr key={row.key}>
                    <Table.Th scope="row" fw={400}>
                      <bdi translate={row.key === '' || by === 'language' ? undefined : 'no'}>
                        {rowName({ by, key: row.key, label: row.label })}
                      </bdi>
                    </Table.Th>
                    <Table.Td ta="end">{count(row, 'sent', row.sent, t`sent`)}</Table.Td>
                    <Table.Td ta="end">
                      {count(row, 'delivered', row.delivered, t`delivered`)}
                      {share !== undefined && (
                        <span className={classes.percent}> {formatPercent(share, i18n.locale)}</span>
                      )}
                    </Table.Td>
                    <Table.Td ta="end">{count(row, 'not_delivered', row.notDelivered, t`not delivered`)}</Table.Td>
                    {!isByMember && <Table.Td ta="end">{count(row, 'received', row.received, t`replies`)}</Table.Td>}
                    {!isByMember && (
                      <Table.Td ta="end">
                        {count(row, 'replied', row.contactsWhoReplied, t`contacts who replied`)}
                      </Table.Td>
                    )}
                    <Table.Td ta="end">{count(row, 'answers', row.answers, t`answers`)}</Table.Td>
                    <Table.Td ta="end">{waitText(row.medianMinutes, i18n.locale)}</Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
          {currentData.hasMore && (
            <p className={classes.quiet}>{t`Only the ${shown} with the most messages are shown.`}</p>
          )}
        </div>
      )}
    </section>
  )
}
