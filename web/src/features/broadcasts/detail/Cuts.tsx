import { formatNumber, formatPercent, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Anchor, SegmentedControl, Table } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { shareOf } from '../broadcast-rules.ts'
import classes from './Detail.module.css'
import type { Condition } from './detail-url.ts'
import { useDetailUrl } from './useDetailUrl.ts'

type Analytics = Reply<'broadcastAnalytics'>
type By = 'byGroup' | 'byLanguage' | 'byLocation' | 'byLine'

const conditionOf: Record<By, Condition> = {
  byGroup: 'groupId',
  byLanguage: 'language',
  byLocation: 'location',
  byLine: 'lineId',
}

export interface CutsProps extends Pick<Analytics, By> {
  /** The broadcast asks something, so that answers count. */
  isAsking: boolean
}

/** The results by group, language, location or number. */
export function Cuts({ isAsking, ...cuts }: CutsProps) {
  const { t, i18n } = useLingui()
  const { linkTo } = useDetailUrl()
  const names: Record<By, string> = {
    byGroup: t`Group`,
    byLanguage: t`Language`,
    byLocation: t`Location`,
    byLine: t`Number`,
  }
  const available = (Object.keys(names) as By[]).filter((by) => cuts[by].length > 0)
  const [chosen, setChosen] = useState<By>()
  const by = chosen !== undefined && available.includes(chosen) ? chosen : available[0]
  if (by === undefined) return null
  const number = (value: number) => formatNumber(value, i18n.locale)
  return (
    <section className={classes.card} aria-labelledby="cuts-title">
      <div className={classes.progressHead}>
        <h2 id="cuts-title" className={classes.cardTitle}>{t`Compare`}</h2>
        {available.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t`Compare by`}
            value={by}
            onChange={setChosen}
            data={available.map((value) => ({ value, label: names[value] }))}
          />
        )}
      </div>
      {/* A box that scrolls must be reachable by keyboard. */}
      <div className={classes.tableBox} tabIndex={0} role="group" aria-label={names[by]}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{names[by]}</Table.Th>
              <Table.Th scope="col" ta="end">{t`Recipients`}</Table.Th>
              <Table.Th scope="col" ta="end">{t`Delivered`}</Table.Th>
              <Table.Th scope="col" ta="end">{t`Replies`}</Table.Th>
              <Table.Th scope="col" ta="end">
                {isAsking ? t`Answers` : t`Clicks`}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cuts[by].map(({ key, label, recipients, delivered, replied, clicked, answered }) => {
              const name = by === 'byLanguage' ? languageName(key, i18n.locale) : label
              const share = shareOf(delivered, recipients)
              return (
                <Table.Tr key={key}>
                  <Table.Th scope="row" fw={400}>
                    {key === '' ? (
                      name || t`None`
                    ) : (
                      <Anchor
                        component={Link}
                        size="sm"
                        to={linkTo({ tab: 'people', filter: 'recipients', conditions: { [conditionOf[by]]: key } })}
                      >
                        <bdi>{name}</bdi>
                      </Anchor>
                    )}
                  </Table.Th>
                  <Table.Td ta="end">{number(recipients)}</Table.Td>
                  <Table.Td ta="end">
                    {number(delivered)}
                    {share !== undefined && (
                      <span className={classes.percent}> {formatPercent(share, i18n.locale)}</span>
                    )}
                  </Table.Td>
                  <Table.Td ta="end">{number(replied)}</Table.Td>
                  <Table.Td ta="end">{number(isAsking ? answered : clicked)}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}
