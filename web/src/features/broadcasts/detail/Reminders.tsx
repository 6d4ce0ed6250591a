import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import detail from './Detail.module.css'
import { useBroadcastActions } from '../useBroadcastActions.ts'

/** What became of the reminders of a confirmation, with the button that stops them. */
export function Reminders({ broadcast, run }: { broadcast: Broadcast; run: BroadcastRun }) {
  const { t, i18n } = useLingui()
  const canSend = useCan('broadcasts.send')
  const { stopReminders, isBusy } = useBroadcastActions()
  const [isStopping, setStopping] = useState(false)
  const { sent, nextAt, isActive, isStopped } = run.reminders
  const next = nextAt ? formatDate(nextAt, 'dateTime', i18n.locale, broadcast.timeZone) : ''
  if (!isActive && !isStopped && sent === 0) return null
  return (
    <section className={detail.card} aria-labelledby="reminders-title">
      <div className={detail.progressHead}>
        <h2 id="reminders-title" className={detail.cardTitle}>
          {sent === 0 ? (
            <Trans>Reminders</Trans>
          ) : (
            <Plural value={sent} one="# reminder sent" other="# reminders sent" />
          )}
        </h2>
        {canSend && isActive && (
          <div className={detail.buttons}>
            <Button
              variant="default"
              leftSection={<IconBellOff size={16} stroke={1.75} />}
              loading={isBusy}
              onClick={() => setStopping(true)}
            >
              <Trans>Stop reminders…</Trans>
            </Button>
          </div>
        )}
      </div>
      <p className={detail.details}>
        {isStopped ? (
          <Trans>Stopped. People who haven't confirmed aren't reminded.</Trans>
        ) : next ? (
          <Trans>Next on {next}, only to people who haven't confirmed by then.</Trans>
        ) : isActive ? (
          <Trans>A reminder is being sent to people who haven't confirmed.</Trans>
        ) : (
          <Trans>No more reminders are planned.</Trans>
        )}
      </p>
      <ConfirmCount
        isOpen={isStopping}
        title={t`Stop the reminders?`}
        confirmLabel={t`Stop reminders`}
        isDestructive
        onCancel={() => setStopping(false)}
        onConfirm={async () => {
          await stopReminders(broadcast.id)
          setStopping(false)
        }}
      >
        <Trans>
          Reminders that haven't been handed to a carrier are never sent. Confirmations still count. You can't start the
          reminders again.
        </Trans>
      </ConfirmCount>
    </section>
  )
}
