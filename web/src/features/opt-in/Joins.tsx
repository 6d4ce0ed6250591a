import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { useOptInJoinsInfiniteQuery } from './api.ts'
import classes from './OptIn.module.css'
import { useJoinColumns } from './useJoinColumns.tsx'

/** Who filled in a page, when, and the exact text they agreed to. */
export function Joins({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useOptInJoinsInfiniteQuery(id)
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const columns = useJoinColumns()
  if (query.isError && rows.length === 0) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  return (
    <>
      <DataTable
        label={t`Who joined`}
        columns={columns}
        rows={rows}
        rowKey={({ id: key }) => key}
        rowName={({ name }) => name}
        onOpen={({ contactId }) => {
          if (contactId) void navigate(`/dashboard/contacts/${contactId}`)
        }}
        isLoading={query.data === undefined}
        empty={
          <StatePanel
            kind="firstUse"
            icon={IconUserCheck}
            title={t`No one joined yet`}
            text={t`Everyone who fills in the page appears here, with the exact text they agreed to.`}
          />
        }
      />
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}
