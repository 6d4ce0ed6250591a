import { Suspense, useState } from 'react'
import { LazyVoicemailBar } from '../../features/voicemail/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'

/**
 * The voicemail player that continues while the user views other screens; renders nothing until a voicemail was played.
 */
export function PlayingOn({ openContactId }: { openContactId: string | null }) {
  const isPlaying = useSession(({ auth }) => auth.voicemailPlaying !== null)
  const [hasPlayed, setPlayed] = useState(false)
  if (isPlaying && !hasPlayed) setPlayed(true)
  if (!hasPlayed) return null
  return (
    <Suspense fallback={null}>
      <LazyVoicemailBar openContactId={openContactId} />
    </Suspense>
  )
}
