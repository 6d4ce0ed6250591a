import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './CopyText.module.css'

export interface CopyTextProps {
  text: string
  /** What the text is for, as in "Copy webhook URL". */
  label: string
  /** Aligns to the start instead of the end of its line. */
  atStart?: boolean
  onCopied?: () => void
}

/** Shows a URL or a key in full with a copy button. */
export function CopyText({ text, label, atStart = false, onCopied }: CopyTextProps) {
  const { t } = useLingui()
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  return (
    <div className={classes.line} data-start={atStart || undefined}>
      <bdi dir="ltr" className={classes.text}>
        {text}
      </bdi>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.copy ?? ''}
        leftSection={copied ? <IconCheck size={14} stroke={1.75} /> : <IconCopy size={14} stroke={1.75} />}
        aria-label={copied ? t`Copied` : t`Copy ${label}`}
        onClick={() => {
          copy(text)
          onCopied?.()
        }}
      >
        <span role="status">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
      {error && (
        <p role="alert" className={classes.problem}>
          <Trans>Your browser blocked copying. Select the text and copy it.</Trans>
        </p>
      )}
    </div>
  )
}
