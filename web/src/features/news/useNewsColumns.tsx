import { formatNumber } from '@crewline/contract/formats'
import type { NewsItem } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { Column } from '../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import classes from './News.module.css'
import { AUTONYMS } from './news-rules.ts'
import { STATUS_COLORS, useNewsNames } from './useNewsNames.ts'

function Status({ item }: { item: NewsItem }) {
  const { status } = useNewsNames()
  return (
    <span className={classes.status}>
      <Badge color={STATUS_COLORS[item.status]}>{status[item.status]}</Badge>
      {item.isChanged && item.status !== 'archived' && (
        <span className={classes.quiet}>
          <Trans>Has changes</Trans>
        </span>
      )}
    </span>
  )
}

/** Returns the columns of the list of issues. */
export function useNewsColumns(): Column<NewsItem>[] {
  const { t, i18n } = useLingui()
  return useMemo(
    (): Column<NewsItem>[] => [
      {
        id: 'title',
        header: t`Title`,
        phone: 'title',
        cell: ({ title, coverUrl, language, languages }) => (
          <span className={classes.titled}>
            {coverUrl && <img className={classes.thumb} src={coverUrl} alt="" loading="lazy" />}
            <span className={classes.lines}>
              <bdi className={classes.name} translate="no">
                {title || t`No title yet`}
              </bdi>
              <span className={classes.quiet} translate="no">
                {[language, ...languages].map((tag) => AUTONYMS[tag]).join(', ')}
              </span>
            </span>
          </span>
        ),
      },
      { id: 'status', header: t`Status`, width: 190, phone: 'end', cell: (item) => <Status item={item} /> },
      {
        id: 'readers',
        header: t`Readers`,
        align: 'end',
        width: 110,
        cell: ({ readers }) => formatNumber(readers, i18n.locale),
      },
      {
        id: 'changedAt',
        header: t`Changed`,
        width: 190,
        phone: 'labeled',
        cell: ({ changedAt, changedBy }) => (
          <span className={classes.change}>
            <RelativeTime at={changedAt} />
            {changedBy && (
              <bdi className={classes.quiet} translate="no">
                {changedBy}
              </bdi>
            )}
          </span>
        ),
      },
    ],
    [t, i18n.locale],
  )
}
