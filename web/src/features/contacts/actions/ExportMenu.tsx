import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import type { PartialSelection } from './bulk-action-rules.ts'
import { exportColumns } from '../table/columns.ts'
import type { ContactListQuery } from '../table/contacts-url.ts'
import { call } from '../../../shared/api/from-contract.ts'
import { useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'

export interface ExportMenuProps {
  /** The contacts to export. */
  selection: PartialSelection
  /** The order of the list. */
  listQuery: Pick<ContactListQuery, 'sort' | 'order'>
  /** The visible columns, without the name. */
  visibleColumns: readonly string[]
  /** Every custom field, as columns. */
  customColumns: readonly string[]
  /** The button label with the count, in the selection bar; icon only without it. */
  label?: string
}

/**
 * Exports contacts as a file for spreadsheets, in the order of the list, with the visible columns or with all of them.
 */
export function ExportMenu({
  selection,
  listQuery: { sort, order },
  visibleColumns,
  customColumns,
  label,
}: ExportMenuProps) {
  const { t } = useLingui()
  const { save, isSaving } = useSaveFile()
  const write = (format: 'csv' | 'xlsx', columns: string[]) =>
    void save(call('exportContacts', { body: { ...selection, format, columns, sort, order } }), `contacts.${format}`)
  const visibleExportColumns = exportColumns(visibleColumns)
  const all = [...EXPORT_COLUMNS, ...customColumns]
  const icon = <IconDownload size={label ? 16 : 18} stroke={1.75} />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {label ? (
          <Button size="xs" variant="default" loading={isSaving} leftSection={icon}>
            {label}
          </Button>
        ) : (
          <Hint label={t`Export`}>
            <ActionIcon size={30} loading={isSaving} aria-label={t`Export`}>
              {icon}
            </ActionIcon>
          </Hint>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Export`}>
        <Menu.Label>
          <Trans>Visible columns</Trans>
        </Menu.Label>
        <Menu.Item onClick={() => write('xlsx', visibleExportColumns)}>
          <Trans>Excel (XLSX)</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => write('csv', visibleExportColumns)}>
          <Trans>CSV</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <Trans>All columns</Trans>
        </Menu.Label>
        <Menu.Item onClick={() => write('xlsx', all)}>
          <Trans>Excel (XLSX), all columns</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => write('csv', all)}>
          <Trans>CSV, all columns</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
