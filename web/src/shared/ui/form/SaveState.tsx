import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import classes from './SaveState.module.css'

export interface SaveStateProps {
  kind: 'unsaved' | 'saving' | 'saved' | 'failed'
  /** When it was saved last, for `saved`. */
  savedAt?: Date
  /** Saves again, for `failed`. */
  onRetry?: () => void
}

/** Shows the state of an autosaving editor: "Saved 9:41 AM". */
export function SaveState({ kind, savedAt, onRetry }: SaveStateProps) {
  const { i18n } = useLingui()
  const time = savedAt ? formatDate(savedAt, 'time', i18n.locale) : ''
  return (
    <span className={classes.state} data-kind={kind} role="status" data-start>
      {kind === 'saving' && <Loader size={12} color="gray" />}
      {kind === 'saved' && <IconCheck size={14} stroke={2} aria-hidden />}
      {kind === 'failed' && <IconAlertCircle size={14} stroke={2} aria-hidden style={{ flex: 'none' }} />}
      {kind === 'unsaved' && <Trans>Unsaved changes</Trans>}
      {kind === 'saving' && <Trans>Saving…</Trans>}
      {kind === 'saved' && (time ? <Trans>Saved {time}</Trans> : <Trans>Saved</Trans>)}
      {kind === 'failed' && (
        <span>
          <Trans>Couldn't save. Your changes are still here.</Trans>
        </span>
      )}
      {kind === 'failed' && onRetry && (
        <Button variant="subtle" size="compact-xs" flex="none" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </span>
  )
}
