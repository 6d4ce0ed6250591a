import type { Teammate } from '@crewline/contract/team'
import { mayGrant } from '@crewline/contract/holders'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconEye, IconHistory, IconMailOff, IconUserCog, IconUserMinus } from '@tabler/icons-react'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'

/** What the menu of a member opens. */
export type MemberAction = 'view' | 'logIns' | 'change' | 'remove'

export interface MemberMenuProps {
  member: Teammate
  onAction: (action: MemberAction, member: Teammate) => void
}

/** The actions on one member or invitation; absent for the user themselves and for roles above their own. */
export function MemberMenu({ member, onAction }: MemberMenuProps) {
  const { t } = useLingui()
  const me = useSession(({ auth }) => auth.user)
  const canSeeLogIns = useCan('organization.manage')
  if (!me || member.userId === me.id || !mayGrant(me, member)) return null
  const name = fullName(member) || member.email
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t`More options for ${name}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`More options for ${name}`}>
        {member.status === 'active' ? (
          <>
            <Menu.Item leftSection={<IconEye size={16} stroke={1.75} />} onClick={() => onAction('view', member)}>
              <Trans>View as this teammate…</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconUserCog size={16} stroke={1.75} />} onClick={() => onAction('change', member)}>
              <Trans>Change role and access</Trans>
            </Menu.Item>
            {canSeeLogIns && (
              <Menu.Item
                leftSection={<IconHistory size={16} stroke={1.75} />}
                onClick={() => onAction('logIns', member)}
              >
                <Trans>Login history</Trans>
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} stroke={1.75} />}
              onClick={() => onAction('remove', member)}
            >
              <Trans>Remove…</Trans>
            </Menu.Item>
          </>
        ) : (
          <Menu.Item
            color="red"
            leftSection={<IconMailOff size={16} stroke={1.75} />}
            onClick={() => onAction('remove', member)}
          >
            <Trans>Withdraw invitation…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
