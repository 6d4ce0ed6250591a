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
  const { sent, nextAt, isActive, isStopped, escalateAt, escalatedAt, unconfirmed } = run.reminders
  const write = (at: string | null) => (at ? formatDate(at, 'dateTime', i18n.locale, broadcast.timeZone) : '')
  const [next, tellsAt, notifiedAt] = [write(nextAt), write(escalateAt), write(escalatedAt)]
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
        ) : isActive && !tellsAt ? (
          <Trans>A reminder is being sent to people who haven't confirmed.</Trans>
        ) : (
          <Trans>No more reminders are planned.</Trans>
        )}
      </p>
      {tellsAt && (
        <p className={detail.details}>
          <Trans>If too few have confirmed by {tellsAt}, the teammate you chose is told.</Trans>
        </p>
      )}
      {notifiedAt && (
        <p className={detail.details}>
          <Plural
            value={unconfirmed ?? 0}
            one={`On ${notifiedAt}, the teammate you chose was told that # person hadn't confirmed.`}
            other={`On ${notifiedAt}, the teammate you chose was told that # people hadn't confirmed.`}
          />
        </p>
      )}
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
          Reminders that haven't been handed to a carrier are never sent. Confirmations still count. No one is told who
          hasn't confirmed, and you can't start the reminders again.
        </Trans>
      </ConfirmCount>
    </section>
  )
}
