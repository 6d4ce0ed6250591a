import type { FieldOption } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, TextInput, UnstyledButton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconDots, IconTrash } from '@tabler/icons-react'
import classes from './Fields.module.css'
import { OptionDot, optionColors } from './OptionDot.tsx'
import { useColorNames } from './useColorNames.ts'

const labelMax = 60

export interface OptionRowProps {
  option: FieldOption
  place: number
  count: number
  isSaved: boolean
  isDisabled: boolean
  onChange: (part: Partial<FieldOption>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onEnter: () => void
}

/** Renders one option: its color, its label and its actions. */
export function OptionRow({
  option,
  place,
  count,
  isSaved,
  isDisabled,
  onChange,
  onMove,
  onRemove,
  onEnter,
}: OptionRowProps) {
  const { t } = useLingui()
  const colors = useColorNames()
  const name = option.label || t`Option ${place}`
  return (
    <li className={classes.option} data-archived={option.archived || undefined}>
      <Menu position="bottom-start" disabled={isDisabled}>
        <Menu.Target>
          <UnstyledButton className={classes.color} aria-label={t`Color of ${name}`} disabled={isDisabled}>
            <OptionDot color={option.color} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {optionColors.map((color) => (
            <Menu.Item key={color} leftSection={<OptionDot color={color} />} onClick={() => onChange({ color })}>
              {colors[color]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TextInput
        className={classes.label ?? ''}
        aria-label={t`Option ${place}`}
        value={option.label}
        maxLength={labelMax}
        disabled={isDisabled}
        dir="auto"
        autoComplete="off"
        data-option={option.id}
        {...(option.archived && {
          rightSection: (
            <IconArchive size={16} stroke={1.75} aria-label={t({ message: 'Archived', context: 'option' })} />
          ),
        })}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
      />
      <Menu position="bottom-end" disabled={isDisabled}>
        <Menu.Target>
          <ActionIcon aria-label={t`More options for ${name}`} disabled={isDisabled}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp size={16} stroke={1.75} />}
            disabled={place === 1}
            onClick={() => onMove(-1)}
          >
            <Trans>Move up</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} stroke={1.75} />}
            disabled={place === count}
            onClick={() => onMove(1)}
          >
            <Trans>Move down</Trans>
          </Menu.Item>
          {isSaved ? (
            <Menu.Item
              leftSection={
                option.archived ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
              }
              onClick={() => onChange({ archived: !option.archived })}
            >
              {option.archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
            </Menu.Item>
          ) : (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
              <Trans>Remove</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
