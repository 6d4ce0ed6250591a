import { useLingui } from '@lingui/react/macro'
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { MemberPanel, useMemberPanelAhead } from './LazyMemberPanel.tsx'
import type { MemberPanelProps } from './MemberPanel.tsx'
import classes from './UserMenu.module.css'

export interface UserMenuProps extends Pick<MemberPanelProps, 'onLogOut'> {
  /** Opens help; it gives the focus back to the given button. */
  onHelp: (opener: HTMLElement | null) => void
  /** In the narrow navigation only the avatar shows. */
  isRail: boolean
}

/** The member at the bottom of the navigation; opens the user menu. */
export const UserMenu = memo(function UserMenu({ isRail, onLogOut, onHelp }: UserMenuProps) {
  const { t } = useLingui()
  const user = useSession(({ auth }) => auth.user)
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useMemberPanelAhead()
  if (!user) return null
  const name = fullName(user)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          ref={target}
          className={classes.target}
          data-rail={isRail || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <NameAvatar name={name} tintKey={user.id} size={32} />
          <VisuallyHidden>{t`Your account: ${name}`}</VisuallyHidden>
          {!isRail && (
            <>
              <bdi className={classes.name} aria-hidden>
                {name}
              </bdi>
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Your account`}>
        <MemberPanel
          onLogOut={onLogOut}
          onSettings={() => setOpen(false)}
          onHelp={() => {
            setOpen(false)
            onHelp(target.current)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
})
