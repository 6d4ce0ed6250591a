import { formatDate, formatNumber } from '@crewline/contract/formats'
import { RESTORED_EXCEPT_MAX } from '@crewline/contract/limits'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { Screen } from '../../../shared/ui/Screen.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { noPicks, type Picks } from '../../../shared/ui/table/selection.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useRestoredTextsInfiniteQuery, type RestoreReview, type WaitingText } from './api.ts'
import { CarrierAnswers } from './CarrierAnswers.tsx'
import { Decision } from './Decision.tsx'
import { OptOutsSince } from './OptOutsSince.tsx'
import classes from './Restore.module.css'
import { useRestoreColumns } from './useRestoreColumns.tsx'
import { useRestoreLabels } from './useRestoreLabels.ts'

/** How often to look for the carriers' answer, in ms, while it is awaited, and for anything else. */
const pollMs = { asking: 1_500, idle: 20_000 }

/** The review after a restore: what would be sent, what the carrier says about it, who opted out, and the decision. */
export default function RestoreScreen() {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [isAwaited, setAwaited] = useState(true)
  const query = useRestoredTextsInfiniteQuery(undefined, {
    pollingInterval: isAsking || isAwaited ? pollMs.asking : pollMs.idle,
  })
  const pages = query.data?.pages
  const review = pages?.[0]?.review
  if (isAwaited !== (review !== null && !review?.askedAt)) setAwaited(!isAwaited)
  const rows = useMemo(
    () => [...new Map(pages?.flatMap(({ data }) => data).map((text) => [text.id, text])).values()],
    [pages],
  )
  const showSkeleton = useSettledLoading(query.isLoading)
  return (
    <Screen title={t`Restore review`}>
      {showSkeleton ? (
        <SkeletonRows count={6} />
      ) : query.isError && !pages ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : review === null ? (
        <StatePanel
          kind="done"
          icon={IconCircleCheck}
          title={t`Nothing to review`}
          text={t`Your organization sends texts as usual.`}
          action={
            <Anchor component={Link} to="/dashboard">
              <Trans>Go to home page</Trans>
            </Anchor>
          }
        />
      ) : (
        review && (
          <div className={classes.cards}>
            <p className={classes.lead}>
              <Trans>
                Crewline was restored from a backup and knows what happened until{' '}
                {formatDate(review.knownUntil, 'dateTime', i18n.locale)}. Some of the texts that were waiting then may
                have been sent since. Nothing is sent until you decide.
              </Trans>
            </p>
            <CarrierAnswers review={review} isAsking={isAsking} onAsking={setAsking} />
            <OptOutsSince optOuts={review.optOuts} />
            <WaitingTexts review={review} rows={rows} total={pages?.[0]?.total ?? 0} isReady={review.askedAt !== null}>
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              )}
            </WaitingTexts>
          </div>
        )
      )}
    </Screen>
  )
}

interface WaitingTextsProps {
  review: RestoreReview
  rows: WaitingText[]
  total: number
  isReady: boolean
  children: React.ReactNode
}

/** The texts that would go out: how many, why they wait, how old they are, each in a list, and the decision. */
function WaitingTexts({ review, rows, total, isReady, children }: WaitingTextsProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const columns = useRestoreColumns()
  const [picks, setPicks] = useState<Picks>(noPicks)
  const picked = rows.filter(({ id }) => picks.ids.has(id)).map(({ id }) => id)
  return (
    <section className={classes.texts} aria-labelledby="waiting-texts">
      <h2 id="waiting-texts" className={classes.heading}>
        <Plural value={total} _0="No texts are waiting" one="# text is waiting" other="# texts are waiting" />
      </h2>
      {total > 0 && <Counts review={review} />}
      <Decision total={total} picked={picked.slice(0, RESTORED_EXCEPT_MAX)} isReady={isReady} />
      {total > 0 && (
        <DataTable<WaitingText>
          label={t`Waiting texts`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.contactName || row.phone}
          picks={picks}
          onPicks={(next) => setPicks(next.ids.size > RESTORED_EXCEPT_MAX ? picks : next)}
          onOpen={(row) => void navigate(`/dashboard/inbox?conversation=${row.contactId}`)}
          empty={null}
        />
      )}
      {children}
    </section>
  )
}

function Counts({ review }: { review: RestoreReview }) {
  const { i18n } = useLingui()
  const { reasons, ages } = useRestoreLabels()
  const counts = [
    ...review.reasons.map(({ reason, count }) => ({ label: reasons[reason], count })),
    ...review.ages.map(({ age, count }) => ({ label: ages[age], count })),
  ].filter(({ count }) => count > 0)
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, count }) => (
        <div key={label} className={classes.chip}>
          <dt>{label}</dt>
          <dd className="tabular">{formatNumber(count, i18n.locale)}</dd>
        </div>
      ))}
    </dl>
  )
}
