import type { NewsIssue } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { refusalOf } from '../../shared/api/send.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { useNewsIssueQuery } from './api.ts'
import { Issue } from './Issue.tsx'
import { ISSUE_TABS } from './issue-tabs.ts'

function Opened({ id, tab }: { id: string; tab: (typeof ISSUE_TABS)[number] }) {
  const { t } = useLingui()
  const query = useNewsIssueQuery(id, { refetchOnMountOrArgChange: true })
  const { data, isFetching, isError } = query
  const [opened, setOpened] = useState<NewsIssue>()
  // Editing begins with the newest version, and goes on while the issue is fetched again.
  if (!opened && data && !isFetching && !isError) setOpened(data)
  if (opened)
    return (
      <Issue opened={opened} issue={data ?? opened} tab={tab} fetchNewest={async () => (await query.refetch()).data} />
    )
  return (
    <Screen title={t`Content Studio`}>
      {isError ? (
        refusalOf<'newsIssue'>(query.error)?.code === 'not_found' ? (
          <StatePanel
            kind="noMatch"
            title={t`This issue was deleted`}
            action={
              <Button component={Link} to="/dashboard/apps/newsletter" variant="default">
                <Trans>All issues</Trans>
              </Button>
            }
          />
        ) : (
          <StatePanel kind="error" onRetry={() => void query.refetch()} />
        )
      ) : (
        <Skeleton height={320} radius="md" />
      )}
    </Screen>
  )
}

/** One issue of news: written, translated, shared, and read. */
export default function IssueScreen() {
  const { id = '', tab } = useParams()
  const known = ISSUE_TABS.find((candidate) => candidate === tab)
  return known ? (
    <Opened key={id} id={id} tab={known} />
  ) : (
    <Navigate to={`/dashboard/apps/newsletter/${id}/edit`} replace />
  )
}
