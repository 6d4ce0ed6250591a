import { useCallback, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { voicemailPlayed } from '../../shared/lib/session/auth.slice.ts'
import { useLazyFreshRecordingQuery } from './api.ts'
import { onPlaying, playSoundOf, useSound, type Recording } from './sound.ts'

/** Plays recordings and stores in the session which one is playing; an expired link is renewed once. */
export function usePlaying(): (recording: Recording, at?: number) => void {
  const dispatch = useDispatch()
  const [fetchRecording] = useLazyFreshRecordingQuery()
  const { recording, isBroken, at } = useSound()
  const renewed = useRef('')
  useEffect(() => {
    onPlaying((id) => dispatch(voicemailPlayed(id)))
  }, [dispatch])
  useEffect(() => {
    if (!isBroken || !recording || renewed.current === recording.voicemailId) return
    renewed.current = recording.voicemailId
    void fetchRecording({ contactId: recording.contactId, messageId: recording.messageId }).then(({ data: url }) => {
      if (url) playSoundOf({ ...recording, url }, at)
    })
  }, [isBroken, recording, at, fetchRecording])
  return useCallback((next: Recording, from?: number) => {
    if (renewed.current === next.voicemailId) renewed.current = ''
    playSoundOf(next, from)
  }, [])
}
