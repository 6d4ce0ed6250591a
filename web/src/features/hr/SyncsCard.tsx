import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { RecordDrawer } from '../../shared/ui/overlay/RecordDrawer.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useUndoHrSyncMutation, type HrSync } from './api.ts'
import classes from './Hr.module.css'
import { SyncRows } from './SyncRows.tsx'
import { useHrText } from './useHrText.ts'

/** The last syncs, with what each changed, and their undo. */
export function SyncsCard({ syncs }: { syncs: HrSync[] }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [undo] = useUndoHrSyncMutation()
  const [shownId, setShownId] = useState<string>()
  const [undoId, setUndoId] = useState<string>()
  const shown = syncs.find(({ id }) => id === shownId)
  async function confirmUndo(): Promise<void> {
    if (undoId === undefined) return
    const { error } = await undo(undoId)
    setUndoId(undefined)
    if (error) toast.failed(error, { title: t`Couldn't undo`, message: messageFor(error) })
  }
  return (
    <SettingsCard id="hr-syncs" title={t`Latest syncs`}>
      <ul className={entries.list}>
        {syncs.map((sync) => (
          <Entry key={sync.id} sync={sync} onShow={() => setShownId(sync.id)} onUndo={() => setUndoId(sync.id)} />
        ))}
      </ul>
      <RecordDrawer
        isOpen={shown !== undefined}
        onClose={() => setShownId(undefined)}
        title={shown?.state === 'discarded' ? t`What this sync found` : t`What this sync did`}
      >
        {shown && <SyncRows key={shown.id} sync={shown} />}
      </RecordDrawer>
      <ConfirmCount
        isOpen={undoId !== undefined}
        title={t`Undo this sync?`}
        confirmLabel={t`Undo sync`}
        onCancel={() => setUndoId(undefined)}
        onConfirm={confirmUndo}
      >
        <Trans>
          Contacts get their former values, unless someone changed them since. People it added are archived, unless you
          texted them or they wrote. Welcome texts that wait are canceled. From then on every sync waits for your
          review.
        </Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

const working = new Set<HrSync['state']>(['reading', 'comparing', 'applying', 'undoing'])

function Entry({ sync, onShow, onUndo }: { sync: HrSync; onShow: () => void; onUndo: () => void }) {
  const { t, i18n } = useLingui()
  const { states } = useHrText()
  const isWorking = working.has(sync.state)
  const done = formatNumber(sync.progress, i18n.locale)
  const total = sync.state === 'reading' ? sync.total : sync.read
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <span data-state={sync.state} className={sync.state === 'failed' ? classes.failed : undefined}>
            {states[sync.state]}
          </span>
          <span className={entries.quiet}>
            <RelativeTime at={sync.createdAt} />
            {' · '}
            {sync.isScheduled ? t`scheduled` : <bdi>{sync.startedBy}</bdi>}
          </span>
        </span>
        {isWorking ? (
          <>
            <p className={entries.words}>{total === null ? done : t`${done} of ${formatNumber(total, i18n.locale)}`}</p>
            <Progress
              value={total ? Math.min(100, (sync.progress / total) * 100) : 5}
              aria-label={states[sync.state]}
              size="sm"
            />
          </>
        ) : (
          <p className={classes.words}>{sync.problem ?? <Counts sync={sync} />}</p>
        )}
      </div>
      {!isWorking && sync.state !== 'failed' && sync.state !== 'review' && (
        <Button size="xs" variant="default" onClick={onShow}>
          <Trans>Details</Trans>
        </Button>
      )}
      {sync.undoUntil && (
        <Button size="xs" variant="default" onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  )
}

function Counts({ sync: { state, counts, welcome } }: { sync: HrSync }) {
  const { create, update, leave, rehire, problem } = counts
  if (state === 'discarded') return <Trans>No contacts were changed.</Trans>
  if (create + update + leave + rehire + problem === 0) return <Trans>No changes</Trans>
  return (
    <span className={classes.counts}>
      {create > 0 && (
        <span>
          <Plural value={create} one="# new" other="# new" />
        </span>
      )}
      {update > 0 && (
        <span>
          <Plural value={update} one="# changed" other="# changed" />
        </span>
      )}
      {leave > 0 && (
        <span>
          <Plural value={leave} one="# left" other="# left" />
        </span>
      )}
      {rehire > 0 && (
        <span>
          <Plural value={rehire} one="# came back" other="# came back" />
        </span>
      )}
      {welcome.queued > 0 && (
        <span>
          <Plural value={welcome.queued} one="# welcome text" other="# welcome texts" />
        </span>
      )}
      {welcome.missed > 0 && (
        <span>
          <Plural value={welcome.missed} one="# without a welcome text" other="# without a welcome text" />
        </span>
      )}
      {problem > 0 && (
        <span>
          <Plural value={problem} one="# needs a fix" other="# need a fix" />
        </span>
      )}
    </span>
  )
}
