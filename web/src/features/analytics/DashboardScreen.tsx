import { lazy, Suspense } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { call } from '../../shared/api/from-contract.ts'
import { FileChoice } from '../../shared/ui/FileChoice.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { LazyWeeklyCheck } from '../contacts/index.ts'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../shared/ui/feedback/useSettledLoading.ts'
import { useAnalyticsQuery } from './api.ts'
import classes from './Dashboard.module.css'
import { daysIn, PRESETS, type Preset } from './dashboard-rules.ts'
import { DaysChart } from './DaysChart.tsx'
import { useReplyTimesQuery } from './figures-api.ts'
import { NeedsYou } from './NeedsYou.tsx'
import { Tiles } from './Tiles.tsx'
import { useDayNames } from './useDayNames.ts'
import { useRange } from './useRange.ts'

const GetReady = lazy(async () => ({ default: (await import('./GetReady.tsx')).GetReady }))

const CutsCard = lazy(() => import('./CutsCard.tsx'))
const ChildrenCard = lazy(() => import('./ChildrenCard.tsx'))
const HoursCard = lazy(() => import('./HoursCard.tsx'))
const BroadcastsCard = lazy(() => import('./BroadcastsCard.tsx'))
const CelebrationsCard = lazy(() => import('./CelebrationsCard.tsx'))

/**
 * Shows what needs an answer and the texting totals of the chosen days, compared with the same number of days before.
 */
export default function DashboardScreen() {
  const { t } = useLingui()
  const { dateQuery, range, preset, today, choose } = useRange()
  const nameOf = useDayNames()
  const canReadBroadcasts = useCan('broadcasts.read')
  const hasCelebrations = useSession(({ auth }) => auth.features?.birthday !== false)
  const query = useAnalyticsQuery(dateQuery, { refetchOnMountOrArgChange: 30 })
  const replyTimes = useReplyTimesQuery(dateQuery, { refetchOnMountOrArgChange: 60 }).data
  const { isError } = query
  // The previous range stays until the new one is loaded.
  const data = isError ? undefined : query.data
  const showSkeleton = useSettledLoading(data === undefined && !isError)
  const presetNames: Record<Preset, string> = {
    7: t`Last 7 days`,
    30: t`Last 30 days`,
    90: t`Last 90 days`,
    365: t`Last 12 months`,
    month: t`This month`,
  }
  const totals = data?.totals
  const sentTexts = data === undefined ? 0 : Math.max(data.totals.sent + data.previous.sent, data.billing.usedTexts)
  const isFirstUse = totals?.contacts === 0
  return (
    <Screen
      title={t`Dashboard`}
      actions={
        !isFirstUse && (
          <>
            <NativeSelect
              className={classes.range ?? ''}
              aria-label={t`Date range`}
              value={preset ?? 'own'}
              onChange={({ currentTarget }) => choose(currentTarget.value as Preset)}
              data={[
                ...(preset ? [] : [{ value: 'own', label: nameOf(range, 'short') }]),
                ...PRESETS.map((value) => ({ value, label: presetNames[value] })),
              ]}
            />
            <FileChoice
              callFor={(format) => call('exportFigures', { query: { ...dateQuery, format } })}
              name={`figures-${range.start}-${range.end}`}
            >
              <Trans>Export</Trans>
            </FileChoice>
          </>
        )
      }
    >
      <div
        className={classes.sections}
        aria-busy={query.isFetching}
        data-stale={query.currentData === undefined || undefined}
      >
        {isError && !data && (
          <StatePanel
            kind="error"
            onRetry={() => void query.refetch()}
            action={
              dateQuery.startDate && (
                <Button variant="default" onClick={() => choose('30')}>
                  <Trans>Show the last 30 days</Trans>
                </Button>
              )
            }
          />
        )}
        {showSkeleton && <SkeletonRows count={6} height={72} />}
        {totals && (
          <Suspense fallback={null}>
            <GetReady totals={totals} sentTexts={sentTexts} />
          </Suspense>
        )}
        {data && !isFirstUse && !showSkeleton && (
          <>
            <NeedsYou attention={data.attention} unanswered={data.totals.unanswered} today={today} />
            <Suspense fallback={null}>
              <LazyWeeklyCheck />
            </Suspense>
            {canReadBroadcasts && (
              <Suspense fallback={null}>
                <BroadcastsCard />
                {hasCelebrations && <CelebrationsCard />}
              </Suspense>
            )}
            <p className={classes.compared}>
              <Plural
                value={daysIn(data.range)}
                one="Compared with the previous day"
                other="Compared with the previous # days"
              />
            </p>
            <Tiles totals={data.totals} previous={data.previous} range={data.range} replyTimes={replyTimes} />
            <DaysChart series={data.series} totals={data.totals} />
            <Suspense fallback={null}>
              <CutsCard dateQuery={dateQuery} range={data.range} />
              <HoursCard dateQuery={dateQuery} range={data.range} />
            </Suspense>
          </>
        )}
        {data && !showSkeleton && (
          // A head office may have no contacts of its own.
          <Suspense fallback={null}>
            <ChildrenCard dateQuery={dateQuery} />
          </Suspense>
        )}
      </div>
    </Screen>
  )
}
