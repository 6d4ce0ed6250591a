import { useLingui } from '@lingui/react/macro'
import { useCallbackRef } from '@mantine/hooks'
import { useNavigate } from 'react-router'
import { useSession } from '../../../shared/lib/session/select.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import type { Conversations } from '../list/useConversations.ts'
import { useWaitingQueueQuery } from '../state/related-api.ts'
import type { InboxUrl } from '../useInboxUrl.ts'
import { nextWaiting } from './next-waiting.ts'

/** Returns the function that opens the next waiting conversation, in the waiting queue if another list is shown. */
export function useNextWaiting({ filter, conversation, linkTo }: InboxUrl, list: Conversations): () => void {
  const { t } = useLingui()
  const navigate = useNavigate()
  const me = useSession(({ auth }) => auth.user?.id)
  const { data: queue } = useWaitingQueueQuery(filter.repliesTo)
  return useCallbackRef(() => {
    const isShown = filter.status === 'unanswered'
    const next = nextWaiting({
      rows: isShown ? list.rows : [],
      nextIds: queue?.nextIds ?? [],
      current: conversation,
      me,
    })
    if (!next) return announce(t`No one else is waiting for an answer.`)
    void navigate(isShown ? linkTo(next) : `/dashboard/inbox?conversation=${next}`)
  })
}
