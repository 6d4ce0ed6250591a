import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconStar, IconTrash } from '@tabler/icons-react'
import type { Line } from './api.ts'

interface NumberMenuProps {
  line: Line
  /** Whether another number can replace it. */
  canRelease: boolean
  onEdit: () => void
  onRelease: () => void
  onChange: (change: { isDefault?: true; paused?: boolean }) => void
}

/** The actions on a number. */
export function NumberMenu({ line, canRelease, onEdit, onRelease, onChange }: NumberMenuProps) {
  const { t } = useLingui()
  const isPaused = line.state === 'paused'
  const phone = line.phoneDisplay
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <ActionIcon aria-label={t`More options for ${phone}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
          <Trans>Edit</Trans>
        </Menu.Item>
        {!line.isDefault && (
          <Menu.Item leftSection={<IconStar size={16} stroke={1.75} />} onClick={() => onChange({ isDefault: true })}>
            <Trans>Make default number</Trans>
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={
            isPaused ? <IconPlayerPlay size={16} stroke={1.75} /> : <IconPlayerPause size={16} stroke={1.75} />
          }
          onClick={() => onChange({ paused: !isPaused })}
        >
          {isPaused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          disabled={!canRelease}
          onClick={onRelease}
          title={canRelease ? undefined : t`This is your only number. Add another first.`}
        >
          <Trans>Release</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
