import type { ContactAct } from '@crewline/contract/roster'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBan, IconBriefcase, IconDots, IconPencil, IconUsersMinus } from '@tabler/icons-react'
import { useCan } from '../../shared/lib/session/select.ts'
import type { ActAsked } from './PickBar.tsx'
import classes from './PickBar.module.css'
import { useWorkWords } from './useFactWords.ts'

export interface PickMenuProps {
  isDisabled: boolean
  /** Asks what an act needs to know. */
  onAsk: (kind: ActAsked) => void
  /** Does what needs no asking. */
  onAct: (act: ContactAct) => void
}

/** The acts on many people that are asked for less often. */
export function PickMenu({ isDisabled, onAsk, onAct }: PickMenuProps) {
  const { t } = useLingui()
  const canGroup = useCan('groups.edit')
  const work = useWorkWords()
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
            onClick={() => onAsk('remove')}
          >
            <Trans>Remove from groups</Trans>
          </Menu.Item>
        )}
        <Menu.Item
          className={classes.narrow ?? ''}
          leftSection={<IconPencil size={16} stroke={1.75} />}
          onClick={() => onAsk('edit')}
        >
          <Trans>Edit field</Trans>
        </Menu.Item>
        <Menu.Label>
          <Trans>Work status</Trans>
        </Menu.Label>
        {(['active', 'on_leave', 'terminated', 'blocked'] as const).map((status) => (
          <Menu.Item
            key={status}
            leftSection={<IconBriefcase size={16} stroke={1.75} />}
            onClick={() => onAct({ act: 'status', work: status })}
          >
            {work[status]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconBan size={16} stroke={1.75} />} onClick={() => onAsk('opt_out')}>
          <Trans>Opt out…</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
