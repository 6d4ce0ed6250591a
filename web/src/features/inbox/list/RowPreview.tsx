import type { Conversation } from '@crewline/contract/inbox'
import { Trans } from '@lingui/react/macro'
import {
  IconAlertCircle,
  IconBan,
  IconCalendarClock,
  IconCornerUpLeft,
  IconMicrophone,
  IconMusic,
  IconPaperclip,
  IconPencil,
  IconPhoto,
  IconVideo,
  type Icon,
} from '@tabler/icons-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { draftsVersion, onDraft, readDraft } from '../../../shared/lib/drafts.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { NameAvatar } from '../../../shared/ui/text/NameAvatar.tsx'
import { TypingText, useTypers } from '../../../shared/ui/text/TypingText.tsx'
import classes from './ConversationRow.module.css'
import { chipOf, previewParts, type FileSign, type RowChip } from './row-chip.ts'

interface RowPreviewProps {
  row: Conversation
  isOpen: boolean
}

function useDraftOf(contactId: string): string {
  useSyncExternalStore(onDraft, draftsVersion)
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  return readDraft({ userId, organizationId }, contactId)
}

const chipStyles: Record<RowChip, { icon: Icon; tone: 'red' | 'blue' }> = {
  failed: { icon: IconAlertCircle, tone: 'red' },
  draft: { icon: IconPencil, tone: 'blue' },
  voicemail: { icon: IconMicrophone, tone: 'blue' },
  scheduled: { icon: IconCalendarClock, tone: 'blue' },
  opted_out: { icon: IconBan, tone: 'red' },
}

const fileIcons: Record<FileSign, Icon> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconPaperclip,
}

const chipLabels: Record<RowChip, ReactNode> = {
  failed: <Trans>Not delivered</Trans>,
  draft: <Trans>Draft:</Trans>,
  voicemail: <Trans>Voicemail</Trans>,
  scheduled: <Trans>Scheduled</Trans>,
  opted_out: <Trans>Opted out</Trans>,
}

function Chip({ chip }: { chip: RowChip }) {
  const { icon: IconComponent, tone } = chipStyles[chip]
  return (
    <span className={classes.chip} data-tone={tone}>
      <IconComponent size={14} stroke={2} aria-hidden />
      {chipLabels[chip]}
    </span>
  )
}

/** Returns the preview of the last message; only the duration when the chip already says that it is a voicemail. */
function withoutTwice(chip: RowChip | undefined, last: Conversation['lastMessage']): string {
  if (!last) return ''
  return chip === 'voicemail' && last.kind === 'voicemail' ? last.preview.replace(/^\D+/, '') : last.preview
}

function LastMessagePreview({ preview }: { preview: string }) {
  const { sign, text } = previewParts(preview)
  if (!sign) return preview
  const IconComponent = fileIcons[sign]
  return (
    <>
      <IconComponent size={14} stroke={1.75} aria-hidden />
      {text}
    </>
  )
}

/** The second line of a row: who is typing, or what needs attention and the last message. */
export function RowPreview({ row, isOpen }: RowPreviewProps) {
  const mine = useDraftOf(row.id)
  const typers = useTypers(row.id)
  const draft = isOpen ? '' : mine || (row.draft ?? '')
  const chip = chipOf(row, draft)
  if (typers) {
    return (
      <span className={classes.snippet}>
        <NameAvatar name={typers.split('\n', 1)[0] ?? ''} size={18} />
        <span className={classes.preview} dir="auto">
          <TypingText typers={typers} />
        </span>
      </span>
    )
  }
  const { lastMessage } = row
  const showsDraft = chip === 'draft'
  return (
    <span className={classes.snippet}>
      {chip && <Chip chip={chip} />}
      {/* Outside the message text, so that the text keeps its own direction. */}
      {lastMessage?.direction === 'out' && !showsDraft && (
        <>
          <IconCornerUpLeft size={14} stroke={1.75} className={`mantine-rotate-rtl ${classes.sent}`} aria-hidden />
          <span className={classes.hidden}>
            <Trans>Sent:</Trans>{' '}
          </span>
        </>
      )}
      <span className={classes.preview} dir="auto" translate="no">
        {showsDraft ? draft : <LastMessagePreview preview={withoutTwice(chip, lastMessage)} />}
      </span>
    </span>
  )
}
