import type { Conversation } from '@crewline/contract/inbox'
import { Suspense, useState, type RefObject } from 'react'
import { readDraft } from '../../../shared/lib/drafts.ts'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { useCan, useSession } from '../../../shared/lib/session/select.ts'
import { loadComposer } from './load-thread.ts'
import { TeammateDrafts, type TeammateDraftsProps } from './TeammateDrafts.tsx'
import classes from './Thread.module.css'

const ComposerSlot = lazyPart(loadComposer)

export interface ThreadFootProps extends Pick<TeammateDraftsProps, 'drafts'> {
  row: Conversation
  /** Another conversation is already shown, so nothing may be typed here. */
  isStale: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onArchive: (id: string) => void
}

/** The footer of a thread: drafts of teammates and the composer. Pass the contact id as `key`. */
export function ThreadFoot({ row, drafts, isStale, field, onArchive }: ThreadFootProps) {
  const { contact, archived } = row
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const organizationId = useSession(({ auth }) => auth.organization?.id ?? '')
  const canReply = useCan('inbox.reply')
  const [filled, setFilled] = useState<{ body: string }>()
  const archive = () => onArchive(contact.id)
  function takeOver(body: string): void {
    const mine = readDraft({ userId, organizationId }, contact.id)
    setFilled({ body: mine === '' ? body : `${mine}\n${body}` })
  }
  return (
    <div className={classes.foot} inert={isStale}>
      {canReply && <TeammateDrafts drafts={drafts} onTakeOver={takeOver} />}
      <Suspense fallback={<div className={classes.composerSpace} />}>
        <ComposerSlot
          contact={contact}
          field={field}
          filled={filled}
          isArchived={archived}
          onOpen={archive}
          onSentAndArchive={archive}
        />
      </Suspense>
    </div>
  )
}
