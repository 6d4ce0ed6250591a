import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import {
  IconBraces,
  IconCalendarClock,
  IconNote,
  IconPaperclip,
  IconPlus,
  IconSlash,
  type Icon,
} from '@tabler/icons-react'
import { memo, Suspense, useState } from 'react'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import { LazySheet } from '../../../shared/ui/overlay/LazySheet.tsx'
import classes from './Composer.module.css'
import { LazyLaterItems } from '../lazy.tsx'
import type { LaterItemsProps } from '../schedule/LaterItems.tsx'

export interface ComposerToolsProps {
  isPhone: boolean
  isNote: boolean
  onNote: () => void
  onFiles: (files: File[]) => void
  onReplies: () => void
  onFields: () => void
  /** There is something to send. */
  canSchedule: boolean
  /** Props of the open schedule menu. */
  later?: LaterItemsProps | undefined
  isLaterOpen: boolean
  onLater: (isOpen: boolean) => void
}

interface Tool {
  name: string
  icon: Icon
  keys?: string
  isOn?: boolean
  use: () => void
}

const accepted = 'image/*,video/mp4,video/3gpp,video/quicktime,audio/*,application/pdf,text/vcard'

/** The tools of the composer: files, saved replies, merge fields, schedule, note. A single + on a phone. */
export const ComposerTools = memo(function ComposerTools(props: ComposerToolsProps) {
  const { isPhone, isNote, onNote, onFiles, onReplies, onFields, canSchedule, later, isLaterOpen, onLater } = props
  const { t } = useLingui()
  const [picker, setPicker] = useState<HTMLInputElement | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const text: Tool[] = [
    { name: t`Attach files`, icon: IconPaperclip, use: () => picker?.click() },
    { name: t`Saved replies`, icon: IconSlash, keys: '/', use: onReplies },
    { name: t`Fields`, icon: IconBraces, keys: '{', use: onFields },
  ]
  const note: Tool = {
    name: isNote ? t`Write a message` : t`Write a note`,
    icon: IconNote,
    keys: 'Alt+N',
    isOn: isNote,
    use: onNote,
  }
  const clock = !isNote && (
    <LateOverlay
      button={
        <ActionIcon
          size={30}
          className={isPhone ? classes.anchor : undefined}
          aria-label={t`Send later`}
          disabled={!canSchedule}
          tabIndex={isPhone ? -1 : undefined}
        >
          <IconCalendarClock size={18} stroke={1.75} />
        </ActionIcon>
      }
      popup="menu"
      isOpen={isLaterOpen && canSchedule}
      onOpen={onLater}
      renderOverlay={(target, opened) => (
        <Menu opened={opened} onChange={onLater} position="top-start" width={280} withinPortal>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown>
            {isLaterOpen && later && (
              <Suspense fallback={<Loader size={16} m={12} />}>
                <LazyLaterItems {...later} />
              </Suspense>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    />
  )
  const input = (
    <input
      ref={setPicker}
      type="file"
      multiple
      hidden
      accept={accepted}
      aria-label={t`Attach files`}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        // Lets the same file be selected again after it was removed.
        event.currentTarget.value = ''
      }}
    />
  )
  if (isPhone) {
    const tools = isNote
      ? [note]
      : [...text, { name: t`Send later`, icon: IconCalendarClock, use: () => onLater(true) }, note]
    return (
      <span className={classes.tools}>
        {input}
        {clock}
        <ActionIcon size={44} onClick={() => setSheetOpen(true)} aria-label={t`Add to message`}>
          <IconPlus size={20} stroke={1.75} />
        </ActionIcon>
        <LazySheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} title={t`Add to message`}>
          {tools.map(({ name, icon: IconComponent, use }) => (
            <Button
              key={name}
              variant="subtle"
              color="gray"
              fullWidth
              justify="flex-start"
              leftSection={<IconComponent size={18} stroke={1.75} />}
              onClick={() => {
                setSheetOpen(false)
                use()
              }}
            >
              {name}
            </Button>
          ))}
        </LazySheet>
      </span>
    )
  }
  return (
    <span className={classes.tools} role="toolbar" aria-label={t`Message tools`}>
      {input}
      {!isNote &&
        text.map(({ name, icon: IconComponent, keys, use }) => (
          <Hint key={name} label={keys ? `${name}  ${keys}` : name}>
            <IconButton isSmall onClick={use} aria-label={name}>
              <IconComponent size={18} stroke={1.75} />
            </IconButton>
          </Hint>
        ))}
      {clock}
      <Hint label={`${note.name}  ${note.keys}`}>
        <Button
          size="compact-sm"
          variant={isNote ? 'light' : 'subtle'}
          color={isNote ? 'yellow' : 'gray'}
          leftSection={<IconNote size={18} stroke={1.75} />}
          onClick={onNote}
          aria-pressed={isNote}
          aria-keyshortcuts="Alt+N"
        >
          <Trans>Note</Trans>
        </Button>
      </Hint>
    </span>
  )
})
