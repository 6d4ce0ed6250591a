import type { Broadcast } from '@crewline/contract/broadcasts'
import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerSkipForward, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { useNextScheduleQuery } from '../api.ts'
import classes from './Dates.module.css'
import detail from './Detail.module.css'
import { useBroadcastActions } from '../useBroadcastActions.ts'

/** Shows when a planned broadcast is sent: the schedule in words and the next five dates. */
export function Dates({ broadcast }: { broadcast: Broadcast }) {
  const { t, i18n } = useLingui()
  const canSend = useCan('broadcasts.send')
  const { data, isError, refetch } = useNextScheduleQuery(broadcast.id)
  const { resume, skipNext, stop, isBusy } = useBroadcastActions()
  const [isStopping, setStopping] = useState(false)
  const isRepeated = broadcast.schedule.mode === 'recurring'
  const isPaused = broadcast.state === 'paused'
  const name = broadcast.name || t`Untitled broadcast`
  if (isError && !data) return <StatePanel kind="error" compact onRetry={() => void refetch()} />
  if (!data) return null
  const { next } = data
  return (
    <section className={detail.card} aria-labelledby="dates-title">
      <div className={detail.progressHead}>
        <h2 id="dates-title" className={detail.cardTitle}>
          {data.description}
        </h2>
        {canSend && (
          <div className={detail.buttons}>
            {isPaused && (
              <Button
                leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
                loading={isBusy}
                onClick={() => void resume(broadcast.id)}
              >
                <Trans>Resume</Trans>
              </Button>
            )}
            {isRepeated && !isPaused && next !== null && (
              <Button
                variant="default"
                leftSection={<IconPlayerSkipForward size={16} stroke={1.75} />}
                loading={isBusy}
                onClick={() => void skipNext(broadcast.id, next)}
              >
                <Trans>Skip next</Trans>
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} stroke={1.75} />}
              loading={isBusy}
              onClick={() => (isRepeated ? setStopping(true) : void stop(broadcast.id))}
            >
              {isRepeated ? <Trans>Stop repeating…</Trans> : <Trans>Unschedule</Trans>}
            </Button>
          </div>
        )}
      </div>
      {isPaused && (
        <p className={detail.details}>
          <Trans>Paused. Nothing is sent until you resume it.</Trans>
        </p>
      )}
      {data.upcoming.length > 0 ? (
        <ol className={classes.dates} aria-label={t`Next dates`}>
          {data.upcoming.map(({ at }) => (
            <li key={at}>
              <time dateTime={at}>{formatDate(at, 'weekdayDate', i18n.locale, data.timeZone)}</time>
              <span>{formatDate(at, 'time', i18n.locale, data.timeZone)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className={detail.details}>
          <Trans>No further dates.</Trans>
        </p>
      )}
      <p className={detail.details}>
        <span translate="no">{data.timeZone.replaceAll('_', ' ')}</span>
        {data.remaining !== null && isRepeated && (
          <>
            {' · '}
            <Plural value={data.remaining} one="# date left" other="# dates left" />
          </>
        )}
      </p>
      <ConfirmCount
        isOpen={isStopping}
        title={t`Stop repeating “${name}”?`}
        confirmLabel={t`Stop repeating`}
        isDestructive
        onCancel={() => setStopping(false)}
        onConfirm={async () => {
          await stop(broadcast.id)
          setStopping(false)
        }}
      >
        <Trans>It won't be sent again. What was sent stays in the results.</Trans>
      </ConfirmCount>
    </section>
  )
}
