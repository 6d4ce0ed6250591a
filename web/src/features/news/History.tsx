import { formatDate } from '@crewline/contract/formats'
import type { NewsIssue, NewsVersion } from '@crewline/contract/news'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useNavigate } from 'react-router'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useNewsVersionsQuery, useRestoreNewsMutation } from './api.ts'
import classes from './News.module.css'
import type { IssueDraft } from './useIssueDraft.ts'
import { useNewsNames } from './useNewsNames.ts'

/** The earlier versions of an issue. Restoring one keeps what it replaces, so that it can be undone. */
export function History({ issue, draft, isReadOnly }: { issue: NewsIssue; draft: IssueDraft; isReadOnly: boolean }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const describeError = useErrorText()
  const { reason } = useNewsNames()
  const query = useNewsVersionsQuery(issue.id)
  const [restore, { isLoading }] = useRestoreNewsMutation()
  async function goBackTo({ id }: NewsVersion): Promise<void> {
    const version = await draft.flush()
    const { data, error } = await restore({ id: issue.id, body: { version: version ?? issue.version, versionId: id } })
    if (!data) {
      toast.api({ title: t`Not restored`, message: describeError(error) }, 'ERROR')
      return
    }
    draft.take(data)
    toast.api({ title: t`Restored`, message: t`What it replaced is in the history.` }, 'OK')
    void navigate(`/dashboard/apps/newsletter/${issue.id}/edit`)
  }
  if (query.isError && !query.data) return <StatePanel kind="error" compact onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton height={200} radius="md" />
  if (query.data.length === 0)
    return (
      <StatePanel
        kind="firstUse"
        compact
        title={t`No earlier versions yet`}
        text={t`They appear when someone changes or publishes this issue.`}
      />
    )
  return (
    <ol className={classes.versions} aria-label={t`Earlier versions`}>
      {query.data.map((version) => (
        <li key={version.id}>
          <span className={classes.lines}>
            <bdi className={classes.name} translate="no">
              {version.title || t`No title yet`}
            </bdi>
            <span className={classes.quiet}>
              {[reason[version.reason], formatDate(version.at, 'full', i18n.locale), version.by]
                .filter(Boolean)
                .join(' · ')}
              {' · '}
              <Plural value={version.blocks} one="# block" other="# blocks" />
            </span>
          </span>
          {!isReadOnly && (
            <Button variant="default" disabled={isLoading} onClick={() => void goBackTo(version)}>
              <Trans>Restore</Trans>
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
