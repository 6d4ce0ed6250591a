import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmCount } from '../../../shared/ui/ConfirmCount.tsx'
import tick from '../../../shared/ui/StatusTick.module.css'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import type { Line } from '../lines/api.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import { useDiscardSetAsideMutation, useTrySetAsideMutation, type SetAsideList } from './api.ts'
import classes from './SetAside.module.css'
import { SetAsideEntry, type Kept } from './SetAsideEntry.tsx'

export interface SetAsideCardProps {
  list: SetAsideList
  lines: readonly Line[]
}

/** What carriers told that could not be stored: who, when, why, and the ways to store it after all or give it up. */
export function SetAsideCard({ list: { data, total }, lines }: SetAsideCardProps) {
  const { t } = useLingui()
  const [trying, setTrying] = useState<string[]>([])
  const [leaving, setLeaving] = useState<Kept>()
  const tryAgain = useTryAgain()
  const [discard] = useDiscardSetAsideMutation()
  const wordsFor = useRefusalWords()
  const readable = data.filter(({ isReadable }) => isReadable)
  async function attempt(ids: string[]): Promise<void> {
    setTrying(ids)
    await tryAgain(ids)
    setTrying([])
  }
  return (
    <SettingsCard
      id="set-aside"
      title={t`Could not be stored`}
      text={
        <Trans>
          This came in from your carrier and could not be stored, so it stands in no conversation. It is kept here until
          you try it again. A STOP among it counts already.
        </Trans>
      }
      state={
        <span className={tick.tick} data-tone="yellow">
          <IconAlertTriangle className={tick.icon} size={14} stroke={2} aria-hidden />
          <Plural value={total} one="# waits" other="# wait" />
        </span>
      }
    >
      <ul className={classes.list}>
        {data.map((kept) => (
          <SetAsideEntry
            key={kept.id}
            kept={kept}
            line={lines.find(({ id }) => id === kept.lineId)}
            isTrying={trying.length === 1 && trying[0] === kept.id}
            isBusy={trying.length > 0}
            onTry={() => void attempt([kept.id])}
            onDiscard={() => setLeaving(kept)}
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
            <Plural value={readable.length} one="Try # again" other="Try # again" />
          </Button>
          {total > data.length && (
            <span className={classes.more}>
              <Plural value={total - data.length} one="# more waits." other="# more wait." />
            </span>
          )}
        </div>
      )}
      <ConfirmCount
        isOpen={leaving !== undefined}
        title={leaving?.kind === 'news' ? t`Discard this news?` : t`Discard this text?`}
        confirmLabel={t`Discard`}
        isDestructive
        onCancel={() => setLeaving(undefined)}
        onConfirm={async () => {
          const { error } = await discard(leaving?.id ?? '')
          if (error) toast.api({ title: t`Not discarded`, message: wordsFor(error) }, 'ERROR')
          setLeaving(undefined)
        }}
      >
        <Trans>
          It is gone for good then, and nobody can read it. That you discarded it is noted in the audit trail.
        </Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}

/** Tries these again and says what became of them. */
function useTryAgain() {
  const { t } = useLingui()
  const [again] = useTrySetAsideMutation()
  const wordsFor = useRefusalWords()
  return async (ids: string[]): Promise<void> => {
    const { data, error } = await again(ids)
    if (error) return toast.api({ title: t`Not tried`, message: wordsFor(error) }, 'ERROR')
    const left = ids.length - data.stored
    if (left === 0) toast.api({ title: t`Stored`, message: t`It stands in its conversation now.` }, 'OK')
    else toast.api({ title: t`Not stored`, message: t`It still could not be stored. It is kept here.` }, 'ERROR')
  }
}
