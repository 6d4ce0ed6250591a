import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconX } from '@tabler/icons-react'

export interface PartMenuProps {
  /** What is moved or removed, for screen readers. */
  name: string
  /** Absent where it cannot go further. */
  onUp?: () => void
  onDown?: () => void
  onRemove: () => void
}

/** Moves a rule or a group of rules up and down, or takes it away. */
export function PartMenu({ name, onUp, onDown, onRemove }: PartMenuProps) {
  const { t } = useLingui()
  return (
    // The focus goes where the part lands, not back to where it was.
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon data-acts aria-label={t`Move or remove: ${name}`}>
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
