import { Trans } from '@lingui/react/macro'
import { IconArrowBackUp, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { NamedBroadcast } from '../useBroadcastNames.ts'
import classes from './MessageBubble.module.css'

/** Names the broadcast that a message was sent with, or that a reply answers, with a link to its page. */
export function BroadcastLine({ broadcast: { name, path }, isReply }: { broadcast: NamedBroadcast; isReply: boolean }) {
  return (
    <Link className={classes.broadcast} to={path}>
      {isReply ? (
        <IconArrowBackUp className="mantine-rotate-rtl" size={14} stroke={1.75} aria-hidden />
      ) : (
        <IconSpeakerphone size={14} stroke={1.75} aria-hidden />
      )}
      <span>
        {isReply ? (
          <Trans>
            Answers: <bdi>{name}</bdi>
          </Trans>
        ) : (
          <Trans>
            Broadcast: <bdi>{name}</bdi>
          </Trans>
        )}
      </span>
    </Link>
  )
}
