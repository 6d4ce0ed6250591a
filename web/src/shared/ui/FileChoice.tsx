import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Call } from '../api/from-contract.ts'
import { useSaveFile } from './toast/useSaveFile.ts'

export interface FileChoiceProps {
  children: ReactNode
  /** Returns the API call that fetches the file in a format. */
  callFor: (format: 'xlsx' | 'csv') => Call
  /** File name without the extension. */
  name: string
  size?: 'sm' | 'compact-sm'
}

/** A button that downloads a file from the server as a spreadsheet or as plain CSV. */
export function FileChoice({ children, callFor, name, size = 'sm' }: FileChoiceProps) {
  const { isSaving, save } = useSaveFile()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          loading={isSaving}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
        >
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(callFor('xlsx'), `${name}.xlsx`)}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => void save(callFor('csv'), `${name}.csv`)}>CSV (.csv)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
