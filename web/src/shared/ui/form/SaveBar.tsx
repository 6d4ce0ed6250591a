import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { SubmitButton } from './SubmitButton.tsx'
import classes from './SaveBar.module.css'

export interface SaveBarProps {
  /** Resets the fields to the saved values. */
  onDiscard: () => void
  isSending: boolean
  /** Whether the form creates something and nothing was changed in it yet. */
  isNew?: boolean
  /** The error of the last attempt. */
  problem?: string
}

/** Stays visible at the bottom of a form with unsaved changes; its button submits the surrounding form. */
export function SaveBar({ onDiscard, isSending, isNew = false, problem = '' }: SaveBarProps) {
  const { t } = useLingui()
  return (
    <section className={classes.bar} aria-label={isNew ? t`Not saved yet` : t`Unsaved changes`}>
      <p className={classes.words} role={problem ? 'alert' : 'status'} data-bad={problem !== '' || undefined}>
        {problem || (isNew ? <Trans>Not saved yet</Trans> : <Trans>Unsaved changes</Trans>)}
      </p>
      {!isNew && (
        <Button variant="default" onClick={onDiscard} disabled={isSending}>
          <Trans>Discard</Trans>
        </Button>
      )}
      <SubmitButton isSending={isSending}>
        <Trans>Save</Trans>
      </SubmitButton>
    </section>
  )
}
