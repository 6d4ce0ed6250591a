import type { ContactAction } from '@crewline/contract/contact-lists'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import {
  IconBan,
  IconBriefcase,
  IconClockHour4,
  IconDots,
  IconPencil,
  IconSignature,
  IconUsersMinus,
} from '@tabler/icons-react'
import { useCan } from '../../../shared/lib/session/select.ts'
import { useShiftsQuery } from '../../organizations/index.ts'
import type { BulkActionKind } from './SelectionBar.tsx'
import classes from './SelectionBar.module.css'
import { useWorkStatusLabels } from '../contact/useAttributeText.ts'

export interface PickMenuProps {
  isDisabled: boolean
  /** Opens the dialog of an action that needs input. */
  onOpenDialog: (kind: BulkActionKind) => void
  /** Runs an action that needs no input. */
  onAction: (act: ContactAction) => void
}

/** Menu with the less common bulk actions. */
export function PickMenu({ isDisabled, onOpenDialog, onAction }: PickMenuProps) {
  const { t } = useLingui()
  const canGroup = useCan('groups.edit')
  const work = useWorkStatusLabels()
  const { data: shifts } = useShiftsQuery()
  const hasShifts = shifts !== undefined && shifts.length > 0
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={isDisabled} aria-label={t`More`} px={8}>
          <IconDots size={16} stroke={1.75} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`More`}>
        {canGroup && (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconUsersMinus size={16} stroke={1.75} />}
            onClick={() => onOpenDialog('remove')}
          >
            <Trans>Remove from groups</Trans>
          </Menu.Item>
        )}
        <Menu.Item
          className={classes.narrow ?? ''}
          leftSection={<IconPencil size={16} stroke={1.75} />}
          onClick={() => onOpenDialog('edit')}
        >
          <Trans>Edit field</Trans>
        </Menu.Item>
        {hasShifts && (
          <Menu.Item leftSection={<IconClockHour4 size={16} stroke={1.75} />} onClick={() => onOpenDialog('shift')}>
            <Trans>Set shift…</Trans>
          </Menu.Item>
        )}
        <Menu.Label>
          <Trans>Work status</Trans>
        </Menu.Label>
        {(['active', 'on_leave', 'terminated', 'blocked'] as const).map((status) => (
          <Menu.Item
            key={status}
            leftSection={<IconBriefcase size={16} stroke={1.75} />}
            onClick={() => onAction({ act: 'status', work: status })}
          >
            {work[status]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconSignature size={16} stroke={1.75} />} onClick={() => onOpenDialog('attest')}>
          <Trans>Record consent…</Trans>
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconBan size={16} stroke={1.75} />}
          onClick={() => onOpenDialog('opt_out')}
        >
          <Trans>Opt out…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
