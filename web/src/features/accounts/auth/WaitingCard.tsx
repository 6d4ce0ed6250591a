import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { QuietButton } from './QuietButton.tsx'
import type { Opening } from './useOpening.ts'

export interface WaitingCardProps {
  /** What is under way, such as "Logging you in…". */
  title: string
  opening: Exclude<Opening<unknown>, { state: 'done' }>
  /** Goes on without it, where that is allowed; otherwise the way back is to log in. */
  onSkip?: () => void
}

/** What stands there while a page makes its call, and when the call must be tried again. */
export function WaitingCard({ title, opening, onSkip }: WaitingCardProps) {
  const { t } = useLingui()
  if (opening.state === 'waiting')
    return (
      <AuthCard title={title}>
        <Loader size={24} aria-label={t`One moment`} role="status" />
      </AuthCard>
    )
  return (
    <AuthCard title={t`We could not do this`}>
      <p role="alert">{opening.problem}</p>
      <Button fullWidth size="md" onClick={opening.again}>
        <Trans>Try again</Trans>
      </Button>
      <div className={classes.links}>
        {onSkip ? (
          <QuietButton onClick={onSkip}>
            <Trans>Skip for now</Trans>
          </QuietButton>
        ) : (
          <AuthLink to="/auth/login">
            <Trans>Back to log in</Trans>
          </AuthLink>
        )}
      </div>
    </AuthCard>
  )
}
