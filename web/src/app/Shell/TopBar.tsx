import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { IconHelp, IconMessagePlus, IconPlus, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useNavigate } from 'react-router'
import { NotificationsButton } from '../../features/notifications/index.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { KeyHint } from '../../shared/ui/KeyHint.tsx'
import { LateOverlay } from '../../shared/ui/overlay/LateOverlay.tsx'
import classes from './TopBar.module.css'

export interface TopBarProps {
  /** Opens the search for a contact to text. */
  onFind: () => void
  /** Opens search and commands. */
  onSearch: () => void
  onHelp: (opener: HTMLElement) => void
}

function NewChoices({ onFind, canAdd }: { onFind: (() => void) | undefined; canAdd: boolean }) {
  const navigate = useNavigate()
  return (
    <>
      {onFind && (
        <Menu.Item
          leftSection={<IconMessagePlus size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="C" />}
          onClick={onFind}
        >
          <Trans>Message</Trans>
        </Menu.Item>
      )}
      {canAdd && (
        <Menu.Item
          leftSection={<IconUserPlus size={16} stroke={1.75} />}
          onClick={() => void navigate('/dashboard/contacts?add=1')}
        >
          <Trans>Contact</Trans>
        </Menu.Item>
      )}
    </>
  )
}

/** The bar above the main area: contact search, create menu, what is new, help. */
export const TopBar = memo(function TopBar({ onFind, onSearch, onHelp }: TopBarProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const isPastDue = usePastDue()
  const canRead = useCan('contacts.read') && !isPastDue
  const canText = useCan('inbox.reply') && !isPastDue
  const canAdd = useCan('contacts.edit') && !isPastDue
  const hasInbox = useSession(({ auth }) => auth.user?.permissions.includes('inbox.read') ?? false)
  return (
    // Not a `<header>`: a dialog over the page has its own, and a page may have only one banner landmark.
    <section className={classes.bar} aria-label={t`Top bar`}>
      {canRead && (
        <UnstyledButton className={classes.find} onClick={onSearch} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span className={classes.findText}>
            <Trans>Search</Trans>
          </span>
          <KeyHint keys="Mod K" />
        </UnstyledButton>
      )}
      <div className={classes.end}>
        {(canText || canAdd) && (
          <LateOverlay
            button={
              <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />}>
                <Trans>New</Trans>
              </Button>
            }
            popup="menu"
            isOpen={isOpen}
            onOpen={setOpen}
            renderOverlay={(target, opened) => (
              <Menu opened={opened} onChange={setOpen} position="bottom-end" width={220}>
                <Menu.Target>{target}</Menu.Target>
                <Menu.Dropdown aria-label={t`New`}>
                  <NewChoices onFind={canText ? onFind : undefined} canAdd={canAdd} />
                </Menu.Dropdown>
              </Menu>
            )}
          />
        )}
        {hasInbox && <NotificationsButton />}
        <ActionIcon onClick={(event) => onHelp(event.currentTarget)} aria-label={t`Help`}>
          <IconHelp size={20} stroke={1.75} />
        </ActionIcon>
      </div>
    </section>
  )
})
