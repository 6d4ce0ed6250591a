import type { MediaItem } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { IconMicrophone, IconPlayerStopFilled, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { upload } from '../../files/index.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import classes from './Calls.module.css'
import { PlayButton } from './PlayButton.tsx'
import { useRecorder, type RecorderState } from './useRecorder.ts'
import { asWav } from './wav.ts'

/** Maximum size of a file that is uploaded as it is, in bytes. */
const uploadMaxBytes = 5 * 1024 * 1024
/** Formats that carriers play; all others are converted. */
const played = new Set(['audio/mpeg', 'audio/mp3', 'audio/wav', 'audio/x-wav', 'audio/wave'])

export interface RecordingFieldProps {
  file: MediaItem | null
  onChange: (file: MediaItem) => void
  /** Why the greeting cannot be saved as it is. */
  problem: string
}

/** A recorded greeting: made here or chosen from the device, with playback before saving. */
export function RecordingField({ file, onChange, problem }: RecordingFieldProps) {
  const { t } = useLingui()
  const token = useSession(({ auth }) => bearerOf(auth))
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const recorder = useRecorder((sound) => void take(sound, t`Recording`))

  const troubles: Partial<Record<RecorderState, string>> = {
    blocked: t`Your browser is blocking the microphone. Allow it from the address bar, then record again.`,
    missing: t`No microphone found. Connect one and record again, or choose a file.`,
    held: t`Another app is using the microphone. Close it, then record again.`,
  }

  async function take(sound: Blob, name: string): Promise<void> {
    setBusy(true)
    setRefused('')
    const isPlayed = played.has(sound.type) && sound.size <= uploadMaxBytes
    const bytes = isPlayed ? sound : await asWav(sound).catch(() => undefined)
    const answer = bytes && (await upload({ bytes, name, token, onProgress: () => {} }).done)
    setBusy(false)
    if (!answer) setRefused(t`Couldn't read this audio file. Choose an MP3 or WAV file.`)
    else if ('file' in answer) onChange(answer.file)
    else setRefused(t`The upload was interrupted. Try again.`)
  }
  const message = problem || refused || troubles[recorder.state] || ''
  const { state, seconds, level } = recorder
  if (state === 'counting' || state === 'recording')
    return (
      <div className={classes.recorder}>
        <p className={classes.now} role="status">
          {state === 'counting' ? (
            <Trans>Start speaking in {seconds}…</Trans>
          ) : (
            <Trans>Recording: {seconds} of 60 sec</Trans>
          )}
        </p>
        <div className={classes.meter} aria-hidden>
          <span style={{ inlineSize: `${Math.round(level * 100)}%` }} />
        </div>
        <Button
          variant="default"
          leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
          onClick={recorder.stop}
          disabled={state === 'counting'}
        >
          <Trans>Stop</Trans>
        </Button>
      </div>
    )
  return (
    <div className={classes.recorder}>
      {file && (
        <div className={classes.sound}>
          <PlayButton url={file.url} />
          <span className={classes.soundName}>
            <bdi>{file.name || t`Recording`}</bdi>
          </span>
        </div>
      )}
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconMicrophone size={18} stroke={1.75} aria-hidden />}
          onClick={() => {
            setRefused('')
            void recorder.start()
          }}
          loading={state === 'asking'}
          disabled={isBusy}
        >
          {file ? <Trans>Record again</Trans> : <Trans context="audio">Record</Trans>}
        </Button>
        <FileButton accept="audio/*" onChange={(chosen) => chosen && void take(chosen, chosen.name)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              loading={isBusy}
            >
              {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
            </Button>
          )}
        </FileButton>
      </div>
      <p className={classes.quiet}>
        <Trans>Up to 1 minute. Plays before the tone. Callers can leave up to 3 minutes.</Trans>
      </p>
      {message && (
        <p className={classes.bad} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}
