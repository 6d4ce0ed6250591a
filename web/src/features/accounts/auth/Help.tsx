import { Trans, useLingui } from '@lingui/react/macro'
import { AuthCard } from './AuthCard.tsx'
import classes from './Help.module.css'
import { AuthLink } from './AuthLink.tsx'

/** Answers for those who cannot get in. */
export function Help() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`Help to log in`}>
      <dl className={classes.answers}>
        <dt>
          <Trans>You forgot your password</Trans>
        </dt>
        <dd>
          <AuthLink to="/auth/forgot-password">
            <Trans>Reset your password</Trans>
          </AuthLink>
        </dd>
        <dt>
          <Trans>You want to log in without it</Trans>
        </dt>
        <dd>
          <AuthLink to="/auth/email-link">
            <Trans>Email me a link</Trans>
          </AuthLink>
        </dd>
        <dt>
          <Trans>An email does not arrive</Trans>
        </dt>
        <dd>
          <Trans>Look in your spam folder. Check that you use your work email.</Trans>
        </dd>
        <dt>
          <Trans>You lost the phone with your codes</Trans>
        </dt>
        <dd>
          <Trans>Log in with your password, then use a backup code.</Trans>
        </dd>
        <dt>
          <Trans>Nothing helps</Trans>
        </dt>
        <dd>
          <Trans>Ask an owner or admin of your organization.</Trans>
        </dd>
      </dl>
      <AuthLink to="/auth/login">
        <Trans>Back to log in</Trans>
      </AuthLink>
    </AuthCard>
  )
}
