import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconRefresh, IconTrash } from '@tabler/icons-react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useRefreshGroupMutation } from '../api.ts'
import { isEditableGroup } from '../group-rules.ts'
import { useGroupRefusal } from '../edit/useGroupRefusal.ts'

export interface GroupMenuProps {
  group: Group
  onCopy: () => void
  onDelete: () => void
}

/** Menu with the other actions of a group: copy its contacts, update it now, delete it. */
export function GroupMenu({ group, onCopy, onDelete }: GroupMenuProps) {
  const { t } = useLingui()
  const describeError = useGroupRefusal()
  const [refresh] = useRefreshGroupMutation()
  const hasRules = group.type === 'dynamic' && isEditableGroup(group)
  async function startRefresh(): Promise<void> {
    const { error } = await refresh(group.id)
    if (error) toast.inApp({ type: 'error', title: t`Couldn't refresh`, message: describeError(error) })
    else announce(t`Updating…`)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t`More options for this group`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} stroke={1.75} />}
          disabled={group.contactCount === 0}
          onClick={onCopy}
        >
          <Trans>Copy people to another group…</Trans>
        </Menu.Item>
        {hasRules && (
          <Menu.Item
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            disabled={group.state === 'evaluating'}
            onClick={() => void startRefresh()}
          >
            <Trans>Refresh</Trans>
          </Menu.Item>
        )}
        {isEditableGroup(group) && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onDelete}>
            <Trans>Delete group…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
