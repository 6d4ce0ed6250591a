import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'

/** What can be done with a webhook. */
export type WebhookDeed = 'log' | 'edit' | 'on' | 'off' | 'rotate' | 'delete'

export interface WebhookMenuProps {
  name: string
  isOn: boolean
  onDo: (deed: WebhookDeed) => void
}

/** The actions on a webhook. */
export function WebhookMenu({ name, isOn, onDo }: WebhookMenuProps) {
  const { t } = useLingui()
  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <ActionIcon aria-label={t`More options for ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => onDo('edit')}>
          <Trans>Edit</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={isOn ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
          onClick={() => onDo(isOn ? 'off' : 'on')}
        >
          {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => onDo('rotate')}>
          <Trans>Replace secret</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => onDo('delete')}>
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
