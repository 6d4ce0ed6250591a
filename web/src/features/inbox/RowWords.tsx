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
import { draftsVersion, onDraft, readDraft } from '../../shared/lib/drafts.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { PersonAvatar } from '../../shared/ui/PersonAvatar.tsx'
import { TypingWords, useTypers } from '../../shared/ui/TypingWords.tsx'
import classes from './ConversationRow.module.css'
import { chipOf, previewParts, type FileSign, type RowChip } from './row-chip.ts'

interface RowWordsProps {
  row: Conversation
  isOpen: boolean
}

function useDraftOf(contactId: string): string {
  useSyncExternalStore(onDraft, draftsVersion)
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  return readDraft({ userId, organizationId }, contactId)
}

const looks: Record<RowChip, { icon: Icon; tone: 'red' | 'blue' }> = {
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

const words: Record<RowChip, ReactNode> = {
  failed: <Trans>Not delivered</Trans>,
  draft: <Trans>Draft:</Trans>,
  voicemail: <Trans>Voicemail</Trans>,
  scheduled: <Trans>Scheduled</Trans>,
  opted_out: <Trans>Opted out</Trans>,
}

function Chip({ chip }: { chip: RowChip }) {
  const { icon: Shown, tone } = looks[chip]
  return (
    <span className={classes.chip} data-tone={tone}>
      <Shown size={14} stroke={2} aria-hidden />
      {words[chip]}
    </span>
  )
}

/** The last words; where the chip says that it is a voicemail, only how long it is. */
function withoutTwice(chip: RowChip | undefined, last: Conversation['lastMessage']): string {
  if (!last) return ''
  return chip === 'voicemail' && last.kind === 'voicemail' ? last.preview.replace(/^\D+/, '') : last.preview
}

function LastWords({ words: preview }: { words: string }) {
  const { sign, words: shown } = previewParts(preview)
  if (!sign) return preview
  const Shown = fileIcons[sign]
  return (
    <>
      <Shown size={14} stroke={1.75} aria-hidden />
      {shown}
    </>
  )
}

/** The second line of a row: who writes just now, or what needs attention and the last words. */
export function RowWords({ row, isOpen }: RowWordsProps) {
  const mine = useDraftOf(row.id)
  const typers = useTypers(row.id)
  const draft = isOpen ? '' : mine || (row.draft ?? '')
  const chip = chipOf(row, draft)
  if (typers) {
    return (
      <span className={classes.snippet}>
        <PersonAvatar name={typers.split('\n', 1)[0] ?? ''} size={18} />
        <span className={classes.preview} dir="auto">
          <TypingWords typers={typers} />
        </span>
      </span>
    )
  }
  const { lastMessage } = row
  const showsDraft = chip === 'draft'
  return (
    <span className={classes.snippet}>
      {chip && <Chip chip={chip} />}
      {/* Beside the words, so that these run as their own letters do. */}
      {lastMessage?.direction === 'out' && !showsDraft && (
        <>
          <IconCornerUpLeft size={14} stroke={1.75} className={`mantine-rotate-rtl ${classes.sent}`} aria-hidden />
          <span className={classes.hidden}>
            <Trans>Sent:</Trans>{' '}
          </span>
        </>
      )}
      <span className={classes.preview} dir="auto">
        {showsDraft ? draft : <LastWords words={withoutTwice(chip, lastMessage)} />}
      </span>
    </span>
  )
}
