import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { fullName } from '../../../shared/lib/session/state.ts'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import type { Hit } from '../state/related-api.ts'
import classes from './ConversationList.module.css'
import { partsOf } from './snippet.ts'

/** A message found by a search: contact, time, and the text around the match. */
export function HitRow({ hit, to }: { hit: Hit; to: string }) {
  const { t } = useLingui()
  const { message, contact, highlights } = hit
  return (
    <Link className={classes.hit} to={to}>
      <span className={classes.hitHead}>
        <bdi>{fullName(contact) || contact.phoneDisplay || t`No name`}</bdi>
        <span>
          <RelativeTime at={message.at} />
        </span>
      </span>
      <span className={classes.hitWords} dir="auto">
        {partsOf(message.body, highlights).map(({ text, isMatch, at }) =>
          isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </span>
    </Link>
  )
}
