import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'
import { LinkButton } from './LinkButton.tsx'
import type { Opening } from './useOpening.ts'

export interface WaitingCardProps {
  /** The title while waiting, such as "Logging you in…". */
  title: string
  opening: Exclude<Opening<unknown>, { state: 'done' }>
  /** Continues without this step, where that is allowed; otherwise the page links to the login. */
  onSkip?: () => void
}

/** Shown while a page makes its call, and when the call must be retried. */
export function WaitingCard({ title, opening, onSkip }: WaitingCardProps) {
  const { t } = useLingui()
  if (opening.state === 'waiting')
    return (
      <AuthCard title={title}>
        <Loader size={24} aria-label={t`One moment`} role="status" />
      </AuthCard>
    )
  return (
    <AuthCard title={t`Something went wrong`}>
      <p role="alert">{opening.problem}</p>
      <Button fullWidth size="md" onClick={opening.retry}>
        <Trans>Try again</Trans>
      </Button>
      <div className={classes.links}>
        {onSkip ? (
          <LinkButton onClick={onSkip}>
            <Trans>Skip for now</Trans>
          </LinkButton>
        ) : (
          <AuthLink to="/auth/login">
            <Trans>Back to login</Trans>
          </AuthLink>
        )}
      </div>
    </AuthCard>
  )
}
