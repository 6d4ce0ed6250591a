import type { NewsStatus } from '@crewline/contract/news'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Select } from '@mantine/core'
import { IconNews, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { FilterBar } from '../../shared/ui/table/FilterBar.tsx'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useCreateNewsMutation, useNewsListInfiniteQuery } from './api.ts'
import classes from './News.module.css'
import { newsTemplates, startingIssue } from './templates.ts'
import { useNewsColumns } from './useNewsColumns.tsx'
import { useNewsNames } from './useNewsNames.ts'

function NewIssue() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const describeError = useErrorText()
  const [create, { isLoading }] = useCreateNewsMutation()
  async function start(template?: string): Promise<void> {
    const { data, error } = await create({ content: startingIssue(template, i18n) })
    if (data) void navigate(`/dashboard/apps/newsletter/${data.id}/edit`)
    else toast.api({ title: t`Not created`, message: describeError(error) }, 'ERROR')
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button loading={isLoading} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
          <Trans>New issue</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void start()}>
          <Trans>Empty issue</Trans>
        </Menu.Item>
        <Menu.Label>
          <Trans>Templates</Trans>
        </Menu.Label>
        {newsTemplates.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void start(id)}>
            {i18n._(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The issues of news, the last changed first. */
export default function NewsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canWrite = useCan('broadcasts.draft')
  const { status: names } = useNewsNames()
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<NewsStatus | ''>('')
  const query = useNewsListInfiniteQuery({ search, status })
  const { data, currentData, isError, hasNextPage, isFetchingNextPage } = query
  const rows = data?.pages.flatMap((page) => page.data)
  const columns = useNewsColumns()
  const isFiltered = search !== '' || status !== ''
  const isEmpty = rows?.length === 0 && !isFiltered
  return (
    <Screen title={t`Content Studio`} actions={canWrite && !isEmpty && <NewIssue />}>
      {!isEmpty && (
        <FilterBar search={<SearchBox label={t`Search issues`} value={search} onSearch={setSearch} />}>
          <Select
            aria-label={t`Status`}
            placeholder={t`All but archived`}
            size="xs"
            data={(Object.keys(names) as NewsStatus[]).map((value) => ({ value, label: names[value] }))}
            value={status || null}
            clearable
            w={220}
            onChange={(value) => setStatus(value ?? '')}
          />
        </FilterBar>
      )}
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          label={t`Issues`}
          columns={columns}
          rows={rows ?? []}
          rowKey={({ id }) => id}
          rowName={({ title }) => title || t`No title yet`}
          onOpen={({ id }) => void navigate(`/dashboard/apps/newsletter/${id}/edit`)}
          isLoading={data === undefined}
          isStale={data !== undefined && currentData === undefined}
          empty={
            isEmpty ? (
              <StatePanel
                kind="firstUse"
                icon={IconNews}
                title={t`No issues yet`}
                text={t`Write news with pictures, and text the link. People read it on their phones, in their language.`}
                action={canWrite && <NewIssue />}
              />
            ) : (
              <StatePanel
                kind="noMatch"
                title={t`No issues match`}
                onClear={() => {
                  setSearch('')
                  setStatus('')
                }}
              />
            )
          }
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Screen>
  )
}
