import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconCalendarClock, IconChevronDown, IconMoon, IconSend2 } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { KeyHint } from '../../../shared/ui/KeyHint.tsx'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import classes from './Composer.module.css'

export interface SendButtonProps {
  isOff: boolean
  isBusy: boolean
  /** The language of a text that goes as written, because it could not be translated. */
  writtenIn?: string | undefined
  /** When the night of the contact ends, as text; undefined by day. */
  morning: string | undefined
  /** Sends at once, also at night; undefined when the member may not. */
  onNow: (() => void) | undefined
  onArchive: (() => void) | undefined
  onLater: () => void
}

function SendChoices({ morning, onNow, onArchive, onLater }: Omit<SendButtonProps, 'isOff' | 'isBusy' | 'writtenIn'>) {
  return (
    <>
      {onNow && (
        <Menu.Item
          leftSection={
            morning === undefined ? <IconSend2 size={16} stroke={1.75} /> : <IconMoon size={16} stroke={1.75} />
          }
          onClick={onNow}
        >
          {morning === undefined ? <Trans>Send now</Trans> : <Trans>Send now…</Trans>}
        </Menu.Item>
      )}
      {onArchive && (
        <Menu.Item
          leftSection={<IconArchive size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="Mod Enter" />}
          onClick={onArchive}
        >
          <Trans>Send and archive</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCalendarClock size={16} stroke={1.75} />} onClick={onLater}>
        <Trans>Send later…</Trans>
      </Menu.Item>
    </>
  )
}

/**
 * The send button and the menu of other ways to send. At night its default is to send in the morning; sending now is in
 * the menu.
 */
export const SendButton = memo(function SendButton(props: SendButtonProps) {
  const { isOff, isBusy, writtenIn, morning, onNow, onArchive, onLater } = props
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (isOpen && isOff) setOpen(false)
  return (
    <span className={classes.send} data-morning={morning !== undefined || undefined}>
      <Button
        className={classes.sendMain ?? ''}
        type="submit"
        disabled={isOff}
        loading={isBusy}
        data-word={morning === undefined || undefined}
        rightSection={<IconSend2 size={16} stroke={1.75} className="mantine-rotate-rtl" />}
      >
        {morning === undefined ? (
          <span className={classes.sendWord}>
            {writtenIn === undefined ? <Trans>Send</Trans> : <Trans>Send in {writtenIn}</Trans>}
          </span>
        ) : (
          <Trans>Send {morning}</Trans>
        )}
      </Button>
      <LateOverlay
        button={
          <ActionIcon
            className={classes.sendMore ?? ''}
            variant="filled"
            color="blue"
            size={36}
            disabled={isOff || isBusy}
            aria-label={t`More send options`}
          >
            <IconChevronDown size={16} stroke={2} />
          </ActionIcon>
        }
        popup="menu"
        isOpen={isOpen}
        onOpen={setOpen}
        renderOverlay={(target, opened) => (
          <Menu opened={opened} onChange={setOpen} position="top-end" width={290}>
            <Menu.Target>{target}</Menu.Target>
            <Menu.Dropdown>
              <SendChoices {...{ morning, onNow, onArchive, onLater }} />
            </Menu.Dropdown>
          </Menu>
        )}
      />
    </span>
  )
})
