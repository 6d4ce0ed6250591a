import { formatNumber } from '@crewline/contract/formats'
import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { useNewsResultsQuery } from './api.ts'
import classes from './News.module.css'
import { AUTONYMS } from './news-rules.ts'
import { useNewsNames } from './useNewsNames.ts'

/** Who read an issue, in numbers: readers, languages, reactions and clicks. */
export function Results({ issue }: { issue: NewsIssue }) {
  const { t, i18n } = useLingui()
  const { reaction: reactionNames, part } = useNewsNames()
  const query = useNewsResultsQuery(issue.id)
  const number = (value: number) => formatNumber(value, i18n.locale)
  if (query.isError) return <StatePanel kind="error" compact onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height={200} radius="md" />
  const { readers, views, deep, languages, reactions, links } = query.data
  if (readers === 0 && links.every(({ clicks }) => clicks === 0))
    return (
      <StatePanel
        kind="firstUse"
        icon={IconChartBar}
        title={t`No readers yet`}
        text={
          issue.status === 'published' ? t`Text the link, and come back here.` : t`Publish the issue and text its link.`
        }
      />
    )
  return (
    <div className={classes.column}>
      <SettingsCard
        id="readers"
        title={t`Readers`}
        text={
          <Trans>
            Without previews and scanners. One phone counts once, so the numbers are about right. How far they read is
            known only of browsers that run scripts.
          </Trans>
        }
      >
        <Figures
          label={t`Readers`}
          rows={[
            [t`People who opened it, about`, number(readers)],
            [t`Read at least three quarters of it`, number(deep)],
            [t`Times it was opened`, number(views)],
          ]}
        />
      </SettingsCard>
      <SettingsCard id="languages" title={t`Languages`}>
        <Figures
          label={t`Languages`}
          rows={languages.map(({ language, readers: count }) => [
            <span key={language} translate="no">
              {AUTONYMS[language]}
            </span>,
            number(count),
          ])}
        />
      </SettingsCard>
      {reactions.length > 0 && (
        <SettingsCard id="reactions" title={t`Reactions`}>
          <Figures
            label={t`Reactions`}
            rows={reactions.map(({ reaction, readers: count }) => [reactionNames[reaction], number(count)])}
          />
        </SettingsCard>
      )}
      {links.length > 0 && (
        <SettingsCard id="clicks" title={t`Clicks`}>
          <Figures
            label={t`Clicks`}
            rows={links.map(({ url, kind, label, clicks }) => [
              <span key={url} className={classes.link}>
                {kind !== 'link' && `${part[kind]}: `}
                <bdi translate="no">{label || url}</bdi>
              </span>,
              number(clicks),
            ])}
          />
        </SettingsCard>
      )}
    </div>
  )
}

function Figures({ label, rows }: { label: string; rows: [name: ReactNode, value: string][] }) {
  return (
    <table className={classes.figures} aria-label={label}>
      <tbody>
        {rows.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td className="tabular">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
