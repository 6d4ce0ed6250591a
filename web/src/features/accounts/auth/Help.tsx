import { Trans, useLingui } from '@lingui/react/macro'
import { AuthCard } from './AuthCard.tsx'
import classes from './Help.module.css'
import { AuthLink } from './AuthLink.tsx'

/** Answers common login problems. */
export function Help() {
  const { t } = useLingui()
  return (
    <AuthCard title={t`Login help`}>
      <dl className={classes.answers}>
        <dt>
          <Trans>Forgot your password?</Trans>
        </dt>
        <dd>
          <AuthLink to="/auth/forgot-password">
            <Trans>Reset your password</Trans>
          </AuthLink>
        </dd>
        <dt>
          <Trans>Want to log in without a password?</Trans>
        </dt>
        <dd>
          <AuthLink to="/auth/email-link">
            <Trans>Email me a link</Trans>
          </AuthLink>
        </dd>
        <dt>
          <Trans>Didn't get an email?</Trans>
        </dt>
        <dd>
          <Trans>Check your spam folder, and make sure you used your work email.</Trans>
        </dd>
        <dt>
          <Trans>Lost the phone with your codes?</Trans>
        </dt>
        <dd>
          <Trans>Log in with your password, then use a backup code.</Trans>
        </dd>
        <dt>
          <Trans>Still can't log in?</Trans>
        </dt>
        <dd>
          <Trans>Ask an owner or admin of your organization.</Trans>
        </dd>
      </dl>
      <AuthLink to="/auth/login">
        <Trans>Back to login</Trans>
      </AuthLink>
    </AuthCard>
  )
}
