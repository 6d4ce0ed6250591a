import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { languageName } from '../translation/index.ts'
import classes from './Composer.module.css'
import type { Stayed } from './useTextSending.ts'

export interface StayedNoticeProps {
  why: Stayed['why']
  /** The language of the contact. */
  to: string
  onAgain: () => void
  onAsWritten: () => void
}

/** Says that a text has not gone, because its reader could not read it all, and how it may go. */
export function StayedNotice({ why, to, onAgain, onAsWritten }: StayedNoticeProps) {
  const { i18n } = useLingui()
  const language = languageName(to, i18n.locale)
  return (
    <p className={classes.notice} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {why === 'part' ? (
        <span>
          <Trans>Not sent yet. A part could not be put into {language}. Look at it below, then send.</Trans>
        </span>
      ) : (
        <>
          <span>
            <Trans>Not sent yet. We could not put this into {language}.</Trans>
          </span>
          <Button size="compact-xs" variant="subtle" color="yellow" onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
          <Button size="compact-xs" variant="subtle" color="yellow" onClick={onAsWritten}>
            <Trans>Send as written</Trans>
          </Button>
        </>
      )}
    </p>
  )
}
