import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { formatDate, formatNumber, formatPercent } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { progressOf } from '../broadcast-rules.ts'
import classes from './Progress.module.css'
import detail from './Detail.module.css'
import { Waits } from './Waits.tsx'
import { useBroadcastActions } from '../useBroadcastActions.ts'

export interface ProgressProps {
  broadcast: Broadcast
  run: BroadcastRun
  perMinute: number | undefined
  minutesLeft: number | null | undefined
  /** Texts that wait for a later time. */
  waits: Reply<'broadcastProgress'>['waits'] | undefined
  /** Texts that wait for another try, also those whose time has come. */
  anotherTry: number | undefined
  /** Set while texts wait for the daily limit of the brand. */
  waitsForDay: Reply<'broadcastProgress'>['waitsForDay'] | undefined
}

function CapReason() {
  const canRaise = useCan('billing.manage')
  return (
    <>
      <Trans>Paused automatically: this month's spending cap is reached. It continues when the cap is raised.</Trans>{' '}
      {canRaise ? (
        <Anchor component={Link} to="/dashboard/settings?tab=billing#spending-cap">
          <Trans>Raise the cap</Trans>
        </Anchor>
      ) : (
        <Trans>Ask an owner or admin.</Trans>
      )}
    </>
  )
}

function PausedReason({ pausedBy }: Pick<BroadcastRun, 'pausedBy'>) {
  switch (pausedBy) {
    case 'carrier_filtered':
      return (
        <Trans>
          Paused automatically: a carrier is filtering many of these texts. Check the wording and links before you
          resume.
        </Trans>
      )
    case 'opt_outs':
      return (
        <Trans>Paused automatically: unusually many people are opting out. Check who it's for before you resume.</Trans>
      )
    case 'failures':
      return (
        <Trans>
          Paused automatically: unusually many texts aren't being delivered. Check the number it's sent from before you
          resume.
        </Trans>
      )
    case 'spending_cap':
      return <CapReason />
    default:
      return <Trans>Paused. Nothing is sent until you resume it.</Trans>
  }
}

function DayReason({
  perDay,
  resumesAt,
  timeZone,
}: NonNullable<ProgressProps['waitsForDay']> & Pick<Broadcast, 'timeZone'>) {
  const { i18n } = useLingui()
  const limit = formatNumber(perDay, i18n.locale)
  const time = formatDate(resumesAt, 'dateTime', i18n.locale, timeZone)
  return (
    <Trans>
      Waiting: carriers take {limit} segments a day from your brand, and today's are used. It goes on at {time}. Replies
      still leave.
    </Trans>
  )
}

const NO_WAITS: NonNullable<ProgressProps['waits']> = []

/** How fast texts leave, and for how long. */
function Speed({ perMinute, minutesLeft }: Pick<ProgressProps, 'perMinute' | 'minutesLeft'>) {
  return (
    <>
      {perMinute !== undefined && (
        <Plural value={Math.round(perMinute)} one="# text a minute" other="# texts a minute" />
      )}
      {minutesLeft !== null && minutesLeft !== undefined && (
        <>
          {' · '}
          {minutesLeft < 1 ? (
            <Trans>less than a minute left</Trans>
          ) : (
            <Plural value={Math.ceil(minutesLeft)} one="about # minute left" other="about # minutes left" />
          )}
        </>
      )}
    </>
  )
}

/** What a stop does: to those who were not sent it, and to those who wait for another try. */
function StopQuestion({ counts, anotherTry }: { counts: BroadcastRun['counts']; anotherTry: number }) {
  const { i18n } = useLingui()
  // The counts may be a moment apart.
  const tried = Math.min(anotherTry, counts.waiting)
  const total = formatNumber(counts.recipients, i18n.locale)
  const waiting = formatNumber(counts.waiting - tried, i18n.locale)
  const failed = formatNumber(tried, i18n.locale)
  return (
    <>
      {(tried === 0 || counts.waiting > tried) && (
        <Trans>
          {waiting} of {total} people haven't been sent it yet, and won't get it.
        </Trans>
      )}{' '}
      {tried > 0 && (
        <Plural
          value={tried}
          one="# person is waiting for another try after a failed one, and won't be tried again."
          other={`${failed} people are waiting for another try after a failed one, and won't be tried again.`}
        />
      )}{' '}
      <Trans>Texts already handed to a carrier can't be recalled.</Trans>
    </>
  )
}

/** Shows a run while it is sent or paused, with the buttons that pause, resume and stop it. */
export function Progress({
  broadcast,
  run,
  perMinute,
  minutesLeft,
  waits = NO_WAITS,
  anotherTry = 0,
  waitsForDay,
}: ProgressProps) {
  const { t, i18n } = useLingui()
  const canSend = useCan('broadcasts.send')
  const { pause, resume, stop, isBusy } = useBroadcastActions()
  const [isStopping, setStopping] = useState(false)
  const { counts } = run
  const share = progressOf(counts)
  const isPaused = run.state === 'paused'
  const done = formatNumber(Math.max(0, counts.recipients - counts.waiting), i18n.locale)
  const total = formatNumber(counts.recipients, i18n.locale)
  // While every text that is left waits for a later time, there is no speed to show.
  const isLeaving = perMinute !== 0 || counts.waiting > waits.reduce((sum, { count }) => sum + count, 0)
  const percent = formatPercent(share, i18n.locale)
  const name = broadcast.name || t`Untitled broadcast`
  return (
    <section className={detail.card} aria-labelledby="progress-title">
      <div className={detail.progressHead}>
        <h2 id="progress-title" className={detail.cardTitle}>
          {run.state === 'preparing' ? (
            <Trans>Getting ready to send</Trans>
          ) : isPaused ? (
            <Trans>
              Paused at {done} of {total}
            </Trans>
          ) : (
            <Trans>
              Sending: {done} of {total}
            </Trans>
          )}
        </h2>
        {canSend && (
          <div className={detail.buttons}>
            {isPaused ? (
              <Button
                leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
                loading={isBusy}
                onClick={() => void resume(broadcast.id)}
              >
                <Trans>Resume</Trans>
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={16} stroke={1.75} />}
                loading={isBusy}
                onClick={() => void pause(broadcast.id)}
              >
                <Trans>Pause</Trans>
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} stroke={1.75} />}
              onClick={() => setStopping(true)}
            >
              <Trans>Stop…</Trans>
            </Button>
          </div>
        )}
      </div>
      <div
        className={classes.progressBar}
        data-paused={isPaused || undefined}
        role="progressbar"
        aria-label={t`Sent so far`}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={t`${done} of ${total}, ${percent}`}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </div>
      {(isPaused || waitsForDay || isLeaving) && (
        <p className={detail.details}>
          {isPaused ? (
            <PausedReason pausedBy={run.pausedBy} />
          ) : waitsForDay ? (
            <DayReason {...waitsForDay} timeZone={broadcast.timeZone} />
          ) : (
            <Speed perMinute={perMinute} minutesLeft={minutesLeft} />
          )}
        </p>
      )}
      {!isPaused && <Waits waits={waits} run={run} broadcast={broadcast} />}
      <ConfirmCount
        isOpen={isStopping}
        title={t`Stop sending “${name}”?`}
        confirmLabel={t`Stop sending`}
        isDestructive
        onCancel={() => setStopping(false)}
        onConfirm={async () => {
          await stop(broadcast.id)
          setStopping(false)
        }}
      >
        <StopQuestion counts={counts} anotherTry={anotherTry} />
      </ConfirmCount>
    </section>
  )
}
