import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { useSsoSettingsQuery } from './api.ts'
import { AttemptsCard } from './AttemptsCard.tsx'
import { DomainsCard } from './DomainsCard.tsx'
import { ParentCard } from './ParentCard.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { RulesCard } from './RulesCard.tsx'
import { StateCard } from './StateCard.tsx'

/** Everything about logging in through the company, in the order in which it is set up. */
export function SsoTab() {
  const { t } = useLingui()
  const isOwner = useSession(({ auth }) => auth.user?.role === 'owner')
  // The test login happens elsewhere, so what is shown may be old.
  const { data: sso, isError, error, refetch } = useSsoSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (isError && !sso) return <StatePanel kind="error" error={error} onRetry={() => void refetch()} />
  if (!sso) return <SkeletonRows count={8} />
  return (
    <div className={classes.stack}>
      {!isOwner && (
        <p className={classes.note} role="note">
          {t`Only owners can change single sign-on, because an identity provider can log in as anyone.`}
        </p>
      )}
      <fieldset className={classes.plain} disabled={!isOwner} aria-label={t`Single sign-on`}>
        <div className={classes.stack}>
          {sso.parent && <ParentCard parent={sso.parent} />}
          <DomainsCard domains={sso.domains} />
          <ProviderCard key={sso.protocol ?? 'none'} sso={sso} />
          <RulesCard key={JSON.stringify([sso.defaultRole, sso.groupRoles, sso.createsMembers])} sso={sso} />
          <StateCard sso={sso} />
        </div>
      </fieldset>
      <AttemptsCard attempts={sso.attempts} />
    </div>
  )
}
