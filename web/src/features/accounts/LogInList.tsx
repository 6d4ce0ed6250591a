import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import security from './settings/Security.module.css'

type LogIn = Reply<'ownLogIns'>['data'][number]

export interface LogInListProps {
  /** Undefined while loading. */
  rows: LogIn[] | undefined
  /** Why the last attempt to load failed. */
  error: unknown
  onRetry: () => void
  /** Loads the next page; absent on the last one. */
  onMore?: () => void
}

/** Lists log-ins and refused ones: time, method, device and network. */
export function LogInList({ rows, error, onRetry, onMore }: LogInListProps) {
  const { t, i18n } = useLingui()
  const timeZone = useSession(({ auth }) => auth.user?.timezone ?? auth.organization?.timezone)
  const methods: Record<LogIn['method'], string> = {
    password: t`Password`,
    code: t`Two-step code`,
    link: t`Emailed link`,
    sso: t`Single sign-on`,
    invitation: t`Invitation`,
  }
  const reasons: Record<Exclude<NonNullable<LogIn['refused']>, 'password' | 'code'>, string> = {
    not_proved_again: t`The identity provider did not check the person again.`,
    email_missing: t`The identity provider sent no email.`,
    email_unverified: t`The identity provider says that the email is not verified.`,
    domain_not_allowed: t`The email's domain is not one of the organization's verified domains.`,
    not_member: t`The person was not a teammate then.`,
    removed: t`The person was removed from the team before.`,
    disabled: t`The account is disabled.`,
    other_subject: t`Another account of the identity provider has the same email.`,
  }
  if (error !== undefined && !rows) return <StatePanel kind="error" error={error} compact onRetry={onRetry} />
  if (!rows) return <SkeletonRows count={3} height={44} />
  if (rows.length === 0)
    return (
      <p className={classes.help}>
        <Trans>No log-ins are recorded yet.</Trans>
      </p>
    )
  return (
    <>
      <ul className={security.sessions} aria-label={t`Log-ins`}>
        {rows.map(({ id, at, method, refused, device, network }) => (
          <li key={id} className={security.session}>
            <div className={classes.rowName} style={{ flex: 1 }}>
              <p className={classes.label}>
                {methods[method]}{' '}
                {refused && (
                  <Badge color="red" variant="light">
                    {refused === 'password' ? t`Wrong password` : refused === 'code' ? t`Wrong code` : t`Refused`}
                  </Badge>
                )}
              </p>
              {refused && refused !== 'password' && refused !== 'code' && (
                <p className={classes.help}>{reasons[refused]}</p>
              )}
              <p className={classes.help}>
                <bdi>{device}</bdi> · <bdi dir="ltr">{network}</bdi>
              </p>
            </div>
            <span className={classes.help}>{formatDate(at, 'dateTime', i18n.locale, timeZone)}</span>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button variant="default" size="xs" onClick={onMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
