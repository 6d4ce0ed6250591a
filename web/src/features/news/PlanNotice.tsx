import { formatDate } from '@crewline/contract/formats'
import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/lib/session/select.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { usePlanNewsMutation } from './api.ts'
import classes from './News.module.css'
import type { IssueDraft } from './useIssueDraft.ts'

export interface PlanNoticeProps {
  issue: NewsIssue
  draft: IssueDraft
  canPublish: boolean
}

/** Says when an issue is published by itself, or why it was not. */
export function PlanNotice({ issue, draft, canPublish }: PlanNoticeProps) {
  const { t, i18n } = useLingui()
  const describeError = useErrorText()
  const timezone = useSession(({ auth }) => auth.organization?.timezone)
  const [plan, { isLoading }] = usePlanNewsMutation()
  const { plannedAt, planFailedAt } = issue
  const at = plannedAt ?? planFailedAt
  if (!at) return null
  const time = formatDate(at, 'full', i18n.locale, timezone)
  async function cancel(): Promise<void> {
    if (isLoading) return
    const version = await draft.flush()
    if (version === undefined) return
    const { error } = await plan({ id: issue.id, body: { version, at: null, expiresAt: null } })
    if (error) toast.api({ title: t`Not canceled`, message: describeError(error) }, 'ERROR')
    else toast.api({ title: t`Canceled`, message: t`The issue stays as it is until you publish it.` }, 'OK')
  }
  return (
    <div className={classes.notice}>
      {plannedAt ? (
        <Banner
          tone="info"
          action={
            canPublish && (
              <button type="button" aria-busy={isLoading} onClick={() => void cancel()}>
                <Trans>Cancel publishing</Trans>
              </button>
            )
          }
        >
          <Trans>Will be published {time}, as it is written then.</Trans>
        </Banner>
      ) : (
        <Banner tone="warn">
          <Trans>It was not published {time}, because something was missing. Publish it to see what.</Trans>
        </Banner>
      )}
    </div>
  )
}
