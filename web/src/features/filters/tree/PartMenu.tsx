import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconX } from '@tabler/icons-react'

export interface PartMenuProps {
  /** The name of the part, for screen readers. */
  name: string
  /** Absent at the top. */
  onUp?: () => void
  onDown?: () => void
  onRemove: () => void
}

/** Menu that moves a rule or a group of rules up or down, or removes it. */
export function PartMenu({ name, onUp, onDown, onRemove }: PartMenuProps) {
  const { t } = useLingui()
  return (
    // The focus moves to the new position of the part, not back to the menu.
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon data-acts aria-label={t`Move or remove ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} disabled={!onUp} onClick={onUp}>
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.75} />} disabled={!onDown} onClick={onDown}>
          <Trans>Move down</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} stroke={1.75} />} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
