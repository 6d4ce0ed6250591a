import { formatDate } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useUndoImportMutation } from '../api.ts'
import { LazyConfirmCount } from '../check/LazyConfirmCount.tsx'
import classes from '../Imports.module.css'

const longestMs = 2 ** 31 - 1

/** Returns until when an import can be undone, also one that failed partway; undefined for one that never ran. */
function untilOf({ state, result, finishedAt, undoUntil }: Import): number | undefined {
  if (undoUntil !== null) return Date.parse(undoUntil)
  return state === 'failed' && result && finishedAt ? Date.parse(finishedAt) + IMPORT_UNDO_MS : undefined
}

/** Returns until when an import can be undone; turns undefined when that time has passed. */
export function useUndoUntil(contactImport: Import): Date | undefined {
  const [now, setNow] = useState(() => Date.now())
  const until = untilOf(contactImport) ?? 0
  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(until - Date.now() + 50, longestMs))
    return () => clearTimeout(timer)
  }, [until])
  return until > now ? new Date(until) : undefined
}

/** Undoes an import after one confirmation that shows the counts; renders nothing when it cannot be undone. */
export function UndoImport({ contactImport, size = 'sm' }: { contactImport: Import; size?: 'sm' | 'compact-sm' }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [undo] = useUndoImportMutation()
  const undoUntil = useUndoUntil(contactImport)
  if (!undoUntil) return null
  const { added = 0, updated = 0 } = contactImport.result ?? {}
  const count = plural(added + updated, { one: '# contact', other: '# contacts' })
  const until = formatDate(undoUntil, 'weekdayTime', i18n.locale)
  async function takeBack(): Promise<void> {
    const { error } = await undo(contactImport.id)
    setAsking(false)
    if (error) toast.inApp({ type: 'error', message: messageFor(error) })
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
      <LazyConfirmCount
        isOpen={isAsking}
        title={t`Undo the import of ${count}?`}
        confirmLabel={t`Undo import`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={takeBack}
      >
        <div className={classes.ask}>
          <p>
            {plural(added, { one: 'Removes # added contact.', other: 'Removes # added contacts.' })}{' '}
            {updated > 0 &&
              plural(updated, { one: 'Restores # updated contact.', other: 'Restores # updated contacts.' })}
          </p>
          <p>
            <Trans>Changes made since the import will be kept. You can undo until {until}.</Trans>
          </p>
        </div>
      </LazyConfirmCount>
    </>
  )
}
