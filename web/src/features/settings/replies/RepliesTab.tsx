import { useCan } from '../../../shared/lib/session/select.ts'
import { KeywordsCard } from './KeywordsCard.tsx'
import { SavedRepliesCard } from './SavedRepliesCard.tsx'

/** Words kept to be sent again, and words that are answered by themselves. */
export function RepliesTab() {
  const canReply = useCan('inbox.reply')
  return (
    <>
      {canReply && <SavedRepliesCard />}
      <KeywordsCard />
    </>
  )
}
