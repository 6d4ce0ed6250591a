import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { SaveState } from '../../shared/ui/form/SaveState.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { Editors } from './Editors.tsx'
import { IssueMenu } from './IssueMenu.tsx'
import type { IssueTab } from './issue-tabs.ts'
import classes from './News.module.css'
import { PlanNotice } from './PlanNotice.tsx'
import { useIssueDraft, type IssueDraft } from './useIssueDraft.ts'
import { firstWrong } from './news-rules.ts'
import { STATUS_COLORS, useNewsNames } from './useNewsNames.ts'
import { Write } from './write/Write.tsx'

export interface IssueProps {
  /** The issue when the editor was opened. */
  opened: NewsIssue
  /** The issue as it is known now. */
  issue: NewsIssue
  tab: IssueTab
  fetchNewest: () => Promise<NewsIssue | undefined>
}

// Each tab is loaded when it is opened.
const History = lazyPart(async () => ({ default: (await import('./History.tsx')).History }))
const PublishDialog = lazyPart(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))
const Results = lazyPart(async () => ({ default: (await import('./Results.tsx')).Results }))
const Share = lazyPart(async () => ({ default: (await import('./share/Share.tsx')).Share }))
const Languages = lazyPart(async () => ({ default: (await import('./translate/Languages.tsx')).Languages }))

/** One issue with its tabs; the draft stays while the member moves between them. */
export function Issue({ opened, issue, tab, fetchNewest }: IssueProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canWrite = useCan('broadcasts.draft') && issue.status !== 'archived'
  const canPublish = useCan('broadcasts.send')
  const { status } = useNewsNames()
  const draft = useIssueDraft(opened, fetchNewest)
  const [isPublishing, setPublishing] = useState(false)
  const publisher = useRef<HTMLButtonElement>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  // A new object each time, so that the same field gets the focus again.
  const [wrong, setWrong] = useState<{ id: string }>()
  useHotkeys([['mod+S', () => void draft.flush()]], [])
  const isLive = issue.status === 'published'
  const hasChanges = issue.isChanged || draft.kind !== 'saved'
  const base = `/dashboard/apps/newsletter/${issue.id}`
  const title = draft.content.title || t`No title yet`
  return (
    <Screen
      title={title}
      isNamedByMembers={draft.content.title !== ''}
      tabs={[
        { label: t`Write`, to: `${base}/edit` },
        { label: t`Languages`, to: `${base}/languages` },
        { label: t`Share`, to: `${base}/share` },
        { label: t`History`, to: `${base}/history` },
        { label: t`Results`, to: `${base}/results` },
      ]}
      actions={
        <>
          {canWrite && <Editors issueId={issue.id} />}
          <SaveState
            kind={draft.kind === 'outdated' ? 'failed' : draft.kind}
            {...(draft.savedAt && { savedAt: draft.savedAt })}
            onRetry={() => void draft.flush()}
          />
          <Badge color={STATUS_COLORS[issue.status]}>{status[issue.status]}</Badge>
          <IssueMenu issue={issue} flush={draft.flush} />
          {canPublish && issue.status !== 'archived' && (
            <Button ref={publisher} disabled={isLive && !hasChanges} onClick={() => setPublishing(true)}>
              {isLive ? <Trans>Publish changes</Trans> : <Trans>Publish</Trans>}
            </Button>
          )}
        </>
      }
    >
      <PlanNotice issue={issue} draft={draft} canPublish={canPublish} />
      <MergeNotice draft={draft} />
      <Suspense fallback={<Skeleton height={320} radius="md" />}>
        {tab === 'edit' && <Write draft={draft} issue={issue} isReadOnly={!canWrite} errors={errors} wrong={wrong} />}
        {tab === 'languages' && <Languages draft={draft} isReadOnly={!canWrite} />}
        {tab === 'share' && <Share issue={issue} draft={draft} isReadOnly={!canWrite} />}
        {tab === 'history' && <History issue={issue} draft={draft} isReadOnly={!canWrite} />}
        {tab === 'results' && <Results issue={issue} />}
      </Suspense>
      <Suspense>
        {isPublishing && (
          <PublishDialog
            issue={issue}
            draft={draft}
            onClose={() => {
              setPublishing(false)
              publisher.current?.focus()
            }}
            onRefused={(problems) => {
              setPublishing(false)
              setErrors(problems)
              setWrong(firstWrong(problems, draft.content.blocks))
              void navigate(`${base}/edit`)
            }}
            onPlanned={() => {
              setPublishing(false)
              setErrors({})
              publisher.current?.focus()
            }}
            onPublished={() => {
              setPublishing(false)
              setErrors({})
              void navigate(`${base}/share`)
            }}
          />
        )}
      </Suspense>
    </Screen>
  )
}

function MergeNotice({ draft: { merge, dismissMerge } }: { draft: IssueDraft }) {
  const { t } = useLingui()
  if (!merge) return null
  const by = merge.by || t`A teammate`
  const { conflicts } = merge
  return (
    <div className={classes.notice}>
      <Banner tone={conflicts > 0 ? 'warn' : 'info'} onDismiss={dismissMerge}>
        {conflicts > 0 ? (
          <Trans>{by} changed some of the same blocks. Yours are shown here; theirs are in the history.</Trans>
        ) : (
          <Trans>{by} changed this too. Both changes are here.</Trans>
        )}
      </Banner>
    </div>
  )
}
