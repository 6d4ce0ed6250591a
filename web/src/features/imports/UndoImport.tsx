import type { Import } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useUndoImportMutation } from './api.ts'
import { AskFirst } from './AskFirst.tsx'
import classes from './Imports.module.css'

const longestMs = 2 ** 31 - 1

/** Until when an import can be taken back, also one that stopped in the middle; undefined for one that never ran. */
function untilOf({ state, result, finishedAt, undoUntil }: Import): number | undefined {
  if (undoUntil !== null) return Date.parse(undoUntil)
  return state === 'failed' && result && finishedAt ? Date.parse(finishedAt) + IMPORT_UNDO_MS : undefined
}

/** Until when an import can still be taken back; turns undefined by itself when its time is up. */
export function useUndoUntil(one: Import): Date | undefined {
  const [now, setNow] = useState(() => Date.now())
  const until = untilOf(one) ?? 0
  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(until - Date.now() + 50, longestMs))
    return () => clearTimeout(timer)
  }, [until])
  return until > now ? new Date(until) : undefined
}

/** Takes an import back after asking once, with the counts; nothing stands here when it cannot be taken back. */
export function UndoImport({ one, size = 'sm' }: { one: Import; size?: 'sm' | 'compact-sm' }) {
  const { t, i18n } = useLingui()
  const wordsFor = useRefusalWords()
  const [isAsking, setAsking] = useState(false)
  const [undo] = useUndoImportMutation()
  const undoUntil = useUndoUntil(one)
  if (!undoUntil) return null
  const { added = 0, updated = 0 } = one.result ?? {}
  const count = plural(added + updated, { one: '# person', other: '# people' })
  const until = i18n.date(undoUntil, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  async function takeBack(): Promise<void> {
    const { error } = await undo(one.id)
    setAsking(false)
    if (error) toast.inApp({ type: 'error', message: wordsFor(error) })
  }
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        <Trans>Undo import</Trans>
      </Button>
      <AskFirst
        isOpen={isAsking}
        title={t`Undo the import of ${count}?`}
        confirmLabel={t`Undo import`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={takeBack}
      >
        <div className={classes.ask}>
          <p>
            {plural(added, { one: 'Removes # person who was added.', other: 'Removes # people who were added.' })}{' '}
            {updated > 0 &&
              plural(updated, {
                one: 'Puts # updated person back as they were.',
                other: 'Puts # updated people back as they were.',
              })}
          </p>
          <p>
            <Trans>What somebody changed since stays. You can undo until {until}.</Trans>
          </p>
        </div>
      </AskFirst>
    </>
  )
}
