import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { isRefusal } from '../../../shared/api/send.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { useBroadcastAnalyticsQuery } from '../results-api.ts'
import { hasResults } from '../broadcast-rules.ts'
import classes from './Detail.module.css'
import { ViewTabs } from '../ViewTabs.tsx'
import { Approval } from './Approval.tsx'
import { Clicks } from './Clicks.tsx'
import { Countdown } from './Countdown.tsx'
import { Dates } from './Dates.tsx'
import { FILTERS, type DetailView } from './detail-url.ts'
import { EarlierDates } from './EarlierDates.tsx'
import { Funnel } from './Funnel.tsx'
import { HeadActions } from './HeadActions.tsx'
import { Headline } from './Headline.tsx'
import { Message } from './Message.tsx'
import { Overview } from './Overview.tsx'
import { People } from './People.tsx'
import { Progress } from './Progress.tsx'
import { Reminders } from './Reminders.tsx'
import { Replies } from './Replies.tsx'
import { useDetailUrl } from './useDetailUrl.ts'
import { useNames } from './useNames.ts'
import { useBroadcast, useProgress } from './useRun.ts'

const failedFilters = ['not_delivered', 'unknown', 'cancelled', 'suppressed', 'not_reached'] as const

/** The results of one run: the funnel, and one of the tabs. */
function Results({ broadcast, run }: { broadcast: Broadcast; run: BroadcastRun }) {
  const { t } = useLingui()
  const canReadInbox = useCan('inbox.read')
  const names = useNames()
  const { url, linkTo } = useDetailUrl()
  const { data, isError, refetch } = useBroadcastAnalyticsQuery({ id: broadcast.id, runId: run.id })
  const showSkeleton = useSettledLoading(data === undefined && !isError)
  const counts = data?.summary ?? run.counts
  const tab = url.tab === 'replies' && !canReadInbox ? 'overview' : url.tab
  const tabs: { id: DetailView; label: string; count?: number }[] = [
    { id: 'overview', label: t`Overview` },
    { id: 'people', label: t`People`, count: counts.targeted },
    ...(canReadInbox ? [{ id: 'replies' as const, label: t`Replies`, count: counts.replied }] : []),
    { id: 'clicks', label: t`Clicks`, count: counts.clicked },
    { id: 'failed', label: t`Not delivered`, count: counts.notDelivered },
    { id: 'message', label: t`Message` },
  ]
  return (
    <>
      {data && <Funnel steps={data.funnel} optedOut={counts.optedOut} />}
      <ViewTabs
        label={t`Results`}
        current={tab}
        tabs={tabs.map((view) => ({ ...view, to: linkTo({ tab: view.id }) }))}
      />
      <div>
        {tab === 'people' && (
          <People key="people" broadcast={broadcast} runId={run.id} filters={FILTERS} names={names} />
        )}
        {tab === 'failed' && (
          <People key="failed" broadcast={broadcast} runId={run.id} filters={failedFilters} names={names} />
        )}
        {tab === 'replies' && <Replies id={broadcast.id} runId={run.id} />}
        {tab === 'message' && <Message broadcast={broadcast} names={names} />}
        {(tab === 'overview' || tab === 'clicks') &&
          (data ? (
            tab === 'overview' ? (
              <Overview broadcast={broadcast} run={run} analytics={data} />
            ) : (
              <Clicks id={broadcast.id} run={run} links={data.links} />
            )
          ) : isError ? (
            <StatePanel kind="error" onRetry={() => void refetch()} />
          ) : (
            showSkeleton && <SkeletonRows count={6} />
          ))}
      </div>
    </>
  )
}

function Plan({ broadcast }: { broadcast: Broadcast }) {
  const names = useNames()
  return (
    <section className={classes.card}>
      <Message broadcast={broadcast} names={names} />
    </section>
  )
}

function BroadcastPage({
  broadcast,
  runs,
  refetch,
}: {
  broadcast: Broadcast
  runs: BroadcastRun[]
  refetch: () => void
}) {
  const { t } = useLingui()
  const { url } = useDetailUrl()
  const { current, earlierDates = [], ...progress } = useProgress(broadcast, runs, refetch)
  const chosen = url.runId === '' || url.runId === current?.id ? current : runs.find(({ id }) => id === url.runId)
  // A date that has not begun has no results yet: the last one that has is shown.
  const shown = hasResults(chosen ?? null) ? (chosen ?? null) : (runs.find(hasResults) ?? null)
  const isPlanned = broadcast.state === 'scheduled' || broadcast.state === 'recurring'
  const isPausedBetweenDates = broadcast.state === 'paused' && current?.state !== 'paused'
  const isCounting = broadcast.state === 'sending' && current?.state === 'waiting'
  const isSending =
    current !== null && (current.state === 'preparing' || current.state === 'sending' || current.state === 'paused')
  const isMissed = current?.state === 'missed'
  return (
    <Screen
      title={broadcast.name || t`Untitled broadcast`}
      isNamedByMembers={broadcast.name !== ''}
      actions={<HeadActions broadcast={broadcast} run={shown} />}
    >
      <div className={classes.cards}>
        <Headline broadcast={broadcast} run={shown ?? current} runs={runs} />
        <Approval broadcast={broadcast} />
        {isCounting && <Countdown broadcast={broadcast} run={current} />}
        {isSending && <Progress broadcast={broadcast} run={current} {...progress} />}
        <EarlierDates dates={earlierDates} broadcast={broadcast} />
        {current && <Reminders broadcast={broadcast} run={shown ?? current} />}
        {(isPlanned || isPausedBetweenDates) && <Dates broadcast={broadcast} />}
        {isMissed && (
          <section className={classes.note}>
            <p>
              <Trans>
                The last date was missed: at that time the broadcast or your numbers were paused, your organization
                needed a plan or a payment, or Crewline wasn't running. Afterward it was too late to send it.
              </Trans>
            </p>
          </section>
        )}
        {shown ? <Results broadcast={broadcast} run={shown} /> : <Plan broadcast={broadcast} />}
      </div>
    </Screen>
  )
}

/** A broadcast: its plan before it is sent, its progress while it is sent, its results afterward. */
export default function DetailScreen() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { broadcast, runs, data, isError, error, refetch } = useBroadcast(id)
  const showSkeleton = useSettledLoading(broadcast === undefined && !isError)
  if (broadcast)
    return <BroadcastPage key={broadcast.id} broadcast={broadcast} runs={runs} refetch={() => void refetch()} />
  if (isError && !(isRefusal(error) && error.status < 500 && error.status > 0))
    return (
      <Screen title={t`Broadcast`}>
        <StatePanel kind="error" onRetry={() => void refetch()} />
      </Screen>
    )
  if (isError || data)
    return (
      <Screen title={t`Broadcast`}>
        <StatePanel
          kind="noMatch"
          title={t`Broadcast not found`}
          text={t`It was deleted, or you don't have access to it.`}
          action={
            <Anchor component={Link} to="/dashboard/broadcasts">
              <Trans>Go to broadcasts</Trans>
            </Anchor>
          }
        />
      </Screen>
    )
  return <Screen title={t`Broadcast`}>{showSkeleton && <SkeletonRows count={8} />}</Screen>
}
