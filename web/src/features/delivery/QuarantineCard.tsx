import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import tick from '../../shared/ui/text/StatusTick.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import type { Line } from '../lines/index.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { useDiscardQuarantinedMutation, useRetryQuarantinedMutation, type QuarantineList } from './api.ts'
import classes from './Quarantine.module.css'
import { QuarantineEntry, type QuarantinedEvent } from './QuarantineEntry.tsx'

export interface QuarantineCardProps {
  list: QuarantineList
  lines: readonly Line[]
}

/** Lists the quarantined events: who, when, why, and buttons to retry or discard them. */
export function QuarantineCard({ list: { data, total }, lines }: QuarantineCardProps) {
  const { t } = useLingui()
  const [trying, setTrying] = useState<string[]>([])
  const [leaving, setLeaving] = useState<QuarantinedEvent>()
  const retryEvents = useRetryQuarantined()
  const [discard] = useDiscardQuarantinedMutation()
  const messageFor = useErrorText()
  const readable = data.filter(({ isReadable }) => isReadable)
  async function attempt(ids: string[]): Promise<void> {
    setTrying(ids)
    await retryEvents(ids)
    setTrying([])
  }
  return (
    <SettingsCard
      id="quarantine"
      title={t`Couldn't be saved`}
      text={
        <Trans>
          These came from your carrier but couldn't be saved, so they don't appear in any conversation. We'll keep them
          here until you try again. Any STOP requests already count.
        </Trans>
      }
      state={
        <span className={tick.tick} data-tone="yellow">
          <IconAlertTriangle className={tick.icon} size={14} stroke={2} aria-hidden />
          <Plural value={total} one="# waiting" other="# waiting" />
        </span>
      }
    >
      <ul className={classes.list}>
        {data.map((event) => (
          <QuarantineEntry
            key={event.id}
            event={event}
            line={lines.find(({ id }) => id === event.lineId)}
            isTrying={trying.length === 1 && trying[0] === event.id}
            isBusy={trying.length > 0}
            onTry={() => void attempt([event.id])}
            onDiscard={() => setLeaving(event)}
          />
        ))}
      </ul>
      {readable.length > 1 && (
        <div className={classes.foot}>
          <Button
            variant="default"
            loading={trying.length > 1}
            disabled={trying.length === 1}
            onClick={() => void attempt(readable.map(({ id }) => id))}
          >
            <Plural value={readable.length} one="Retry #" other="Retry #" />
          </Button>
          {total > data.length && (
            <span className={classes.more}>
              <Plural value={total - data.length} one="# more waiting." other="# more waiting." />
            </span>
          )}
        </div>
      )}
      <ConfirmCount
        isOpen={leaving !== undefined}
        title={leaving?.kind === 'news' ? t`Discard this delivery update?` : t`Discard this text?`}
        confirmLabel={t`Discard`}
        isDestructive
        onCancel={() => setLeaving(undefined)}
        onConfirm={async () => {
          const { error } = await discard(leaving?.id ?? '')
          if (error) toast.failed(error, { title: t`Couldn't discard`, message: messageFor(error) })
          setLeaving(undefined)
        }}
      >
        <Trans>
          This can't be undone, and no one will be able to read it. The audit log will show that you discarded it.
        </Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

/** Retries quarantined events and shows the result. */
function useRetryQuarantined() {
  const { t } = useLingui()
  const [retry] = useRetryQuarantinedMutation()
  const messageFor = useErrorText()
  return async (ids: string[]): Promise<void> => {
    const { data, error } = await retry(ids)
    if (error) return toast.failed(error, { title: t`Couldn't retry`, message: messageFor(error) })
    const failedCount = ids.length - data.stored
    if (failedCount === 0) toast.api({ title: t`Saved`, message: t`It now appears in its conversation.` }, 'OK')
    else toast.api({ title: t`Couldn't save`, message: t`Still can't be saved. We'll keep it here.` }, 'ERROR')
  }
}
