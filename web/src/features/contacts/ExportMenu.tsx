import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Hint } from '../../shared/ui/Hint.tsx'
import type { SelectionSaid } from './act-words.ts'
import { exportColumns } from './columns.ts'
import type { ContactsAsked } from './contacts-url.ts'
import { useDownload } from './useDownload.ts'

export interface ExportMenuProps {
  /** Whom the file is about. */
  selection: SelectionSaid
  /** The order of the list. */
  asked: Pick<ContactsAsked, 'sort' | 'order'>
  /** The columns that are shown, without the name. */
  shown: readonly string[]
  /** Every own field, as columns. */
  own: readonly string[]
  /** How many that is, in words, on a bar; a mere icon without. */
  label?: string
}

/** Saves people as a file for spreadsheets, in the order of the list, with the columns as they are shown or with all of them. */
export function ExportMenu({ selection, asked: { sort, order }, shown, own, label }: ExportMenuProps) {
  const { t } = useLingui()
  const { save, isBusy } = useDownload()
  const write = (format: 'csv' | 'xlsx', columns: string[]) =>
    void save('exportContacts', { body: { ...selection, format, columns, sort, order } }, `contacts.${format}`)
  const asShown = exportColumns(shown)
  const all = [...EXPORT_COLUMNS, ...own]
  const icon = <IconDownload size={label ? 16 : 18} stroke={1.75} />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {label ? (
          <Button size="xs" variant="default" loading={isBusy} leftSection={icon}>
            {label}
          </Button>
        ) : (
          <Hint label={t`Export`}>
            <ActionIcon size={30} loading={isBusy} aria-label={t`Export`}>
              {icon}
            </ActionIcon>
          </Hint>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Export`}>
        <Menu.Label>
          <Trans>Columns as shown</Trans>
        </Menu.Label>
        <Menu.Item onClick={() => write('xlsx', asShown)}>
          <Trans>Excel (XLSX)</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => write('csv', asShown)}>
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
