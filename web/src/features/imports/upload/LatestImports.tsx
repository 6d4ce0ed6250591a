import { Trans, useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useImportListQuery } from '../api.ts'
import classes from '../Imports.module.css'
import { useImportColumns } from '../useImportColumns.tsx'

/** Lists the latest imports with status, author, result, and Undo while it is available. */
export function LatestImports() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data, isError, refetch } = useImportListQuery(undefined, { refetchOnMountOrArgChange: 5 })
  const columns = useImportColumns()
  return (
    <section aria-labelledby="latest-imports">
      <Title order={2} id="latest-imports" className={classes.section}>
        <Trans>Recent imports</Trans>
      </Title>
      {isError && data === undefined ? (
        <StatePanel kind="error" compact onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Recent imports`}
          columns={columns}
          rows={data ?? []}
          rowKey={(contactImport) => contactImport.id}
          rowName={(contactImport) => contactImport.fileName}
          onOpen={(contactImport) => void navigate(`/dashboard/contacts/import/${contactImport.id}`)}
          isLoading={data === undefined}
          empty={
            <StatePanel
              kind="firstUse"
              compact
              icon={IconFileSpreadsheet}
              title={t`No imports yet`}
              text={t`You can undo an import for 24 hours.`}
            />
          }
        />
      )}
    </section>
  )
}
