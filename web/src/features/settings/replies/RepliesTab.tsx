import { useCan } from '../../../shared/lib/session/select.ts'
import { KeywordsCard } from './KeywordsCard.tsx'
import { SavedRepliesCard } from './SavedRepliesCard.tsx'

/** The replies tab: saved replies, and keywords with automatic replies. */
export function RepliesTab() {
  const canReply = useCan('inbox.reply')
  return (
    <>
      {canReply && <SavedRepliesCard />}
      <KeywordsCard />
    </>
  )
}
