import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { useOptInPagesQuery } from './api.ts'
import { useOptInColumns } from './useOptInColumns.tsx'

/** The opt-in pages of the organization, with how many people joined through each. */
export default function OptInPagesScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canEdit = useCan('replies.manage')
  const [search, setSearch] = useState('')
  const query = useOptInPagesQuery(search)
  const { data, currentData, isError } = query
  const columns = useOptInColumns()
  const isEmpty = data?.length === 0 && search === ''
  const newButton = canEdit && (
    <Button component={Link} to="/dashboard/apps/contactoptin/new" leftSection={<IconPlus size={16} stroke={1.75} />}>
      <Trans>New page</Trans>
    </Button>
  )
  return (
    <Screen title={t`Contact Opt-in`} actions={!isEmpty && newButton}>
      {!isEmpty && <FilterBar search={<SearchBox label={t`Search pages`} value={search} onSearch={setSearch} />} />}
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Opt-in pages`}
          columns={columns}
          rows={data ?? []}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          onOpen={({ id }) => void navigate(`/dashboard/apps/contactoptin/${id}`)}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            isEmpty ? (
              <StatePanel
                kind="firstUse"
                icon={IconUserCheck}
                title={t`No opt-in pages yet`}
                text={t`Share a link or hang up a poster. People enter their number, agree, and can get your texts.`}
                action={newButton}
              />
            ) : (
              <StatePanel kind="noMatch" title={t`No pages match`} onClear={() => setSearch('')} />
            )
          }
        />
      )}
    </Screen>
  )
}
