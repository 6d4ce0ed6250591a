import { languageName } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './Composer.module.css'
import type { UnsentText } from './useTextSending.ts'

export interface UnsentNoticeProps {
  why: UnsentText['why']
  /** The language of the contact. */
  to: string
  onRetry: () => void
  onAsWritten: () => void
}

/** Warns that a message was not sent because it could not be translated, and offers ways to send it. */
export function UnsentNotice({ why, to, onRetry, onAsWritten }: UnsentNoticeProps) {
  const { i18n } = useLingui()
  const language = languageName(to, i18n.locale)
  return (
    <p className={classes.notice} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        <Trans>Not sent yet. Couldn't translate this to {language}.</Trans>
      </span>
      {why === 'failed' && (
        <Button size="compact-xs" variant="subtle" color="yellow" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="yellow" onClick={onAsWritten}>
        <Trans>Send as written</Trans>
      </Button>
    </p>
  )
}
