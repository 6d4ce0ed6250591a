import { formatDate } from '@crewline/contract/formats'
import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconNote } from '@tabler/icons-react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { useNoteMembersQuery } from '../api.ts'
import classes from './MessageBubble.module.css'
import { noteParts } from '../composer/trigger.ts'

/**
 * Shows an internal note: yellow and full width, so that it is not mistaken for a message; mentioned names are bold.
 */
export function NoteBubble({ message, me }: { message: Message; me: string | undefined }) {
  const { i18n } = useLingui()
  const { mentions, body, sender, at } = message
  const { data: members } = useNoteMembersQuery(undefined, { skip: mentions.length === 0 })
  const names = (members ?? []).filter(({ userId }) => mentions.includes(userId)).map(fullName)
  return (
    <div className={classes.note}>
      <p className={classes.noteHead}>
        <IconNote size={14} stroke={1.75} aria-hidden />
        {sender?.userId === me || !sender ? (
          <Trans>Note</Trans>
        ) : (
          <Trans>
            Note from <bdi>{fullName(sender)}</bdi>
          </Trans>
        )}
        <time dateTime={at} title={formatDate(at, 'full', i18n.locale)}>
          {formatDate(at, 'time', i18n.locale)}
        </time>
      </p>
      <p className={classes.body} dir="auto">
        {noteParts(body, names).map(({ text, isName }, index) =>
          isName ? (
            // The parts are recomputed on each change, so the index is their key.
            <strong key={index}>{text}</strong>
          ) : (
            text
          ),
        )}
      </p>
    </div>
  )
}
