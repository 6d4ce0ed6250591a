import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { AuthCard } from './AuthCard.tsx'
import classes from './AuthCard.module.css'
import { AuthLink } from './AuthLink.tsx'

export interface CompanyToldProps {
  /** The company as it was told. */
  name: string
  onContinue: () => void
}

/** What stands in place of the form once a company was told, which counts once: answers given again would be dropped. */
export function CompanyTold({ name, onContinue }: CompanyToldProps) {
  const { t } = useLingui()
  return (
    <AuthCard
      title={t`Your company`}
      text={
        <Trans>
          You told us about <strong dir="auto">{name}</strong> already.
        </Trans>
      }
    >
      <Button fullWidth size="md" onClick={onContinue}>
        <Trans>Continue</Trans>
      </Button>
      <div className={classes.links}>
        <AuthLink to="/auth/register">
          <Trans>Something is not right? Start again</Trans>
        </AuthLink>
      </div>
    </AuthCard>
  )
}
