import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { FileKeys } from './FileKeys.tsx'
import classes from './Hr.module.css'
import { useHrScimQuery } from './scim-api.ts'

/** How people are pushed with SCIM: the base URL, the tokens, and what arrived. */
export function ScimCard() {
  const { t, i18n } = useLingui()
  const { data, isError, refetch } = useHrScimQuery()
  if (!data) return isError ? <StatePanel kind="error" onRetry={() => void refetch()} /> : <SkeletonRows count={4} />
  const { scimUrl, keys, people, active, pushedAt, isWaiting } = data
  const actives = formatNumber(active, i18n.locale)
  return (
    <SettingsCard
      id="hr-scim"
      title={t`SCIM for workers`}
      text={t`Your identity provider or HR system pushes workers here with SCIM 2.0. A sync compares them with your contacts a few minutes after the last change.`}
    >
      <Setting label={t`Base URL`} help={t`Enter it with a token at your identity provider, in an app of its own.`}>
        <CopyText text={scimUrl} label={t`base URL`} />
      </Setting>
      <FileKeys keys={keys} kind="scim" hasSftp={false} />
      <h3 className={classes.partApart}>
        <Trans>What was pushed</Trans>
      </h3>
      <p className={classes.words}>
        {pushedAt === null && <Trans>No one yet. Assign people to the app at your identity provider.</Trans>}
        {pushedAt !== null && (
          <>
            <Plural value={people} one={`# person, ${actives} active`} other={`# people, ${actives} active`} />
            {' · '}
            <Trans>
              Last change <RelativeTime at={pushedAt} />
            </Trans>
          </>
        )}
      </p>
      {isWaiting && (
        <p className={classes.words} role="status">
          <Trans>Changes wait for the next sync.</Trans>
        </p>
      )}
    </SettingsCard>
  )
}
