import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import type { SsoSettings } from './api.ts'
import classes from './Sso.module.css'

/** The latest logins through the company, with the reason of those that failed. */
export function AttemptsCard({ attempts }: { attempts: SsoSettings['attempts'] }) {
  const { t } = useLingui()
  return (
    <SettingsCard
      id="sso-attempts"
      title={t`Recent company logins`}
      text={attempts.length === 0 ? t`Logins and tests of the last 30 days will appear here.` : undefined}
    >
      {attempts.length > 0 && (
        <ul className={entries.list}>
          {attempts.map(({ id, at, purpose, email, groups, problem }) => (
            <li key={id} className={entries.entry}>
              <div className={entries.about}>
                <span className={entries.name}>
                  <bdi>{email || t`No email`}</bdi>
                  {problem === null ? (
                    <Badge color="green">
                      <Trans>Worked</Trans>
                    </Badge>
                  ) : (
                    <Badge color="red">
                      <Trans>Failed</Trans>
                    </Badge>
                  )}
                  {purpose === 'test' && (
                    <span className={entries.quiet}>
                      <Trans>Test</Trans>
                    </span>
                  )}
                  <span className={entries.quiet}>
                    <RelativeTime at={at} />
                  </span>
                </span>
                {problem !== null && <p className={`${entries.words} ${classes.wraps}`}>{problem}</p>}
                {groups.length > 0 && (
                  <p className={`${entries.words} ${classes.wraps}`}>
                    <Trans>Groups: {groups.join(', ')}</Trans>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
