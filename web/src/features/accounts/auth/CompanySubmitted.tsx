import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'

export interface CompanySubmittedProps {
  /** The submitted company name. */
  name: string
  onContinue: () => void
}

/** Replaces the form once the company was submitted: the server accepts it once and would ignore later answers. */
export function CompanySubmitted({ name, onContinue }: CompanySubmittedProps) {
  const { t } = useLingui()
  return (
    <AuthCard
      title={t`Your company`}
      text={
        <Trans>
          You already told us about <strong dir="auto">{name}</strong>.
        </Trans>
      }
    >
      <Button fullWidth size="md" onClick={onContinue}>
        <Trans>Continue</Trans>
      </Button>
      <div className={classes.links}>
        <AuthLink to="/auth/register">
          <Trans>Something wrong? Start over</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}
